export * from './actions.js';
export * from './envelope.js';
export * from './payloads.js';
export * from './task-actions.js';
export * from './task-notifications.js';
export * from './task-payloads.js';
export * from './vocabulary.js';
