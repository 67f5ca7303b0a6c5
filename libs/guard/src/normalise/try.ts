export * from './canonical.js';
export * from './dialects.js';
