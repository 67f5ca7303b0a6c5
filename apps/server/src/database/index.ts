export * from './column-types.js';
export * from './database.module.js';
export * from './insert-rows.js';
export * from './open-database.js';
export * from './reads.js';
export * from './writer.js';
