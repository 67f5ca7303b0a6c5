export * from './app-config.js';
export * from './config.module.js';
export * from './data-folder-id.js';
export * from './data-folder.js';
export * from './durable-file.js';
export * from './load-config.js';
export * from './postgres-address.js';
