import type { Logger } from 'typeorm';

const nothing = (): void => undefined;

/** What fails is thrown to us; TypeORM's own logger would print it, parameters included. */
const silentLogger: Logger = {
  logQuery: nothing,
  logQueryError: nothing,
  logQuerySlow: nothing,
  logSchemaBuild: nothing,
  logMigration: nothing,
  log: nothing,
};

/** What every connection is made with. */
export const SOURCE_OPTIONS = {
  logger: silentLogger,
  synchronize: false,
  // TypeORM's default is to leave such a condition out: `{ id: undefined }` would find anybody's.
  invalidWhereValuesBehavior: { undefined: 'throw', null: 'throw' },
} as const;
