/** Judges what HTTP, `/ws` and `/rpc` give. An entry of its own: 2 MB that no server needs. */
export { httpAnswerValidators } from './generated/http-answer-validators.js';
export { rpcAnswerValidators } from './generated/rpc-answer-validators.js';
export { wsAnswerValidators } from './generated/ws-answer-validators.js';
