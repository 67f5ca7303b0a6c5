export * from './actions.js';
export * from './envelope.js';
export * from './payloads.js';
export * from './vocabulary.js';
