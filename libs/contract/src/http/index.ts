export * from './approval.js';
export * from './fleet.js';
