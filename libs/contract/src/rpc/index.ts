export * from './capabilities.js';
export * from './errors.js';
export * from './methods/index.js';
export * from './notifications.js';
export * from './shapes/index.js';
export * from './unsupported.js';
export * from './vocabulary.js';
