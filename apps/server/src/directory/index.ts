export * from './agent-directory.js';
export * from './policy-source.js';
