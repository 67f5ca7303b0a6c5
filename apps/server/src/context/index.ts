export * from './call-context.js';
export * from './principal.js';
