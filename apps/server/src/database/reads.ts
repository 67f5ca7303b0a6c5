import type { EntityManager } from 'typeorm';

/**
 * Reads outside transactions, on a data source of their own: on SQLite they never wait for the
 * writer, and never see what is not committed.
 */
export abstract class Reads {
  abstract readonly manager: EntityManager;
}
