/** Judges what HTTP, `/ws` and `/rpc` take and give. An entry of its own: 1 MB that few need. */
export { httpValidators } from './generated/http-validators.js';
export { rpcValidators } from './generated/rpc-validators.js';
export { wsValidators } from './generated/ws-validators.js';
