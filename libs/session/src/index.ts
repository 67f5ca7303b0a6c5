export { advance, MAX_QUEUED, type SessionStep } from './advance.js';
export type { Moment } from './draft.js';
export * from './inputs.js';
export * from './ports.js';
export { shownQuestion } from './questions.js';
export * from './records.js';
export { SessionEngine, type Message } from './session-engine.js';
export { SessionError } from './session-error.js';
export { MAX_ROUNDS } from './turn-life.js';
