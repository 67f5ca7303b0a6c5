export * from './dashboard/index.js';
export * from './http/index.js';
export * from './stdio/index.js';
export * from './ws/index.js';
