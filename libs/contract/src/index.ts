import 'reflect-metadata';

export * from './constants.js';
export * from './define/catalog.js';
export * from './define/decorators.js';
export * from './define/section.js';
export * from './define/tool.js';
export * from './env.js';
export * from './errors.js';
export * from './frames/index.js';
export * from './frames/parse.js';
export * from './generated/catalog.js';
export * from './generated/http-validators.js';
export * from './http/index.js';
export * from './sections/index.js';
export * from './text/canonical.js';
export * from './tools/index.js';
export * from './validate.js';
export * from './version.js';
