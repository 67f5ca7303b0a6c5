export * from './column-types.js';
export * from './database.module.js';
export * from './insert-rows.js';
export * from './inspect-database.js';
export * from './open-database.js';
export * from './reads.js';
export * from './row-place.js';
export { sqliteVersion } from './sqlite.driver.js';
export * from './writer.js';
