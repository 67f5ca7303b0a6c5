/** Judges what HTTP and `/ws` take and give. An entry of its own: 0.8 MB that few need. */
export { httpValidators } from './generated/http-validators.js';
export { wsValidators } from './generated/ws-validators.js';
