/** What a browser may import: plain data, constants and types. */
export * from './api-paths.js';
export * from './constants.js';
export type * from './define/catalog.js';
export * from './errors.js';
export * from './turn-events.js';
export type * from './http/index.js';
export * from './http/client-word.js';
export * from './http/export-cut.js';
export * from './http/vocabulary.js';
export * from './mcp.js';
export * from './metrics.js';
export type * from './sections/index.js';
export * from './release.js';
export * from './sections/vocabulary.js';
export type * from './tools/index.js';
export * from './version.js';
export type * from './ws/index.js';
export * from './ws/vocabulary.js';
