export * from './http/index.js';
export * from './ws/index.js';
