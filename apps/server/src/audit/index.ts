export * from './audit-entry.js';
export * from './audit-log.js';
