import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { SERVER_FILES } from '@kenny/contract';
import type { AppConfig } from '../src/config/index.js';

/**
 * The Jest project `server-postgres` names a PostgreSQL server here; every test world then keeps
 * its database there instead of in an SQLite file.
 */
declare global {
  var KENNY_TEST_POSTGRES: string | undefined;
}

type Where = Pick<AppConfig, 'dataDir' | 'database'>;

/** The database of a data folder: a file in it, or a schema of its own, always the same one. */
export function databaseIn(dataDir: string): Where {
  const url = postgresUrlOf(dataDir);
  return url === undefined ? sqliteIn(dataDir) : { dataDir, database: { type: 'postgres', url } };
}

export function sqliteIn(dataDir: string) {
  const file = join(dataDir, SERVER_FILES.database);
  return { dataDir, database: { type: 'sqlite', file } } as const;
}

/** What a server in that folder has to find in its environment. */
export function databaseEnv(dataDir: string): Record<string, string> {
  const url = postgresUrlOf(dataDir);
  return url === undefined ? {} : { KENNY_DATABASE_URL: url };
}

function postgresUrlOf(dataDir: string): string | undefined {
  const server = globalThis.KENNY_TEST_POSTGRES;
  if (server === undefined) return undefined;
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  return `${server}&schema=w_${name}`;
}

/** For what only one of the engines has; says in the other's run why it is left out. */
export function describeOnSqlite(name: string, reason: string, tests: () => void): void {
  describeOn(globalThis.KENNY_TEST_POSTGRES === undefined, name, reason, tests);
}

export function describeOnPostgres(name: string, reason: string, tests: () => void): void {
  describeOn(globalThis.KENNY_TEST_POSTGRES !== undefined, name, reason, tests);
}

function describeOn(here: boolean, name: string, reason: string, tests: () => void): void {
  if (here) {
    describe(name, tests);
    return;
  }
  process.stdout.write(`not on this engine: ${name} (${reason})\n`);
  describe.skip(name, tests);
}
