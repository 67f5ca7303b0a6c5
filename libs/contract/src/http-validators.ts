/** Judges what HTTP, `/ws` and `/rpc` take: all that the server itself needs of them. */
export { httpValidators } from './generated/http-validators.js';
export { rpcValidators } from './generated/rpc-validators.js';
export { wsValidators } from './generated/ws-validators.js';
