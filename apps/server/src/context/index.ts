export * from './call-context.js';
export * from './call-signal.js';
export * from './client-address.js';
export * from './clock.js';
export * from './principal.js';
export * from './request-context.js';
export * from './run-id.js';
