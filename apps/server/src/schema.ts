import { AUTH_ENTITIES } from './auth/index.js';
import type { Schema } from './database/index.js';
import { Auth1763700002000 } from './database/migrations/2000-auth.js';

/**
 * Every entity and migration of the server, once. Migrations run in the order of the number at the
 * end of their class name (`<Module>176370000<NNNN>`, where NNNN is the file's number).
 */
export const SCHEMA: Schema = {
  entities: [...AUTH_ENTITIES],
  migrations: [Auth1763700002000],
};
