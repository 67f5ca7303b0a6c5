import type { Schema } from './database/index.js';

/**
 * Every entity and migration of the server, once. Migrations run in the order of the number at the
 * end of their class name (`<Module>17637000<NNNN>`, where NNNN is the file's number).
 */
export const SCHEMA: Schema = {
  entities: [],
  migrations: [],
};
