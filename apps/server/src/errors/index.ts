export * from './kenny-error.js';
export * from './startup-error.js';
