export * from './kenny-error.js';
