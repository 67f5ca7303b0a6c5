export { advance, MAX_QUEUED, type ConversationStep } from './advance.js';
export type { Moment } from './draft.js';
export * from './inputs.js';
export * from './ports.js';
export { shownQuestion } from './questions.js';
export * from './records.js';
export { ConversationEngine, type Message } from './conversation-engine.js';
export { ConversationError } from './conversation-error.js';
export { MAX_ROUNDS } from './turn-life.js';
