import type { Logger } from 'typeorm';

const nothing = (): void => undefined;

/** What fails is thrown to us; TypeORM's own logger would print it, parameters included. */
export const silentLogger: Logger = {
  logQuery: nothing,
  logQueryError: nothing,
  logQuerySlow: nothing,
  logSchemaBuild: nothing,
  logMigration: nothing,
  log: nothing,
};
