export * from './approval.js';
export * from './audit.js';
export * from './auth.js';
export * from './fleet.js';
export * from './policy.js';
export * from './tools.js';
export * from './vocabulary.js';
