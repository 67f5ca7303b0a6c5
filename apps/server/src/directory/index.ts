export * from './agent-directory.js';
