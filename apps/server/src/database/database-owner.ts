import {
  openDatabase,
  type DatabaseConfig,
  type OpenDatabase,
  type Schema,
} from './open-database.js';
import type { BeforeMigrations } from './snapshots.js';
import type { Clock } from '@kenny/kernel';

export type OpenPlace = (
  place: DatabaseConfig,
  schema: Schema,
  clock: Clock,
) => Promise<OpenDatabase>;

/**
 * Opens one database and can close it whatever becomes of those who were to use it: when a part of
 * the server fails while it is made, nobody else knows any more that the folder is locked.
 */
export class DatabaseOwner {
  private opening: Promise<OpenDatabase> | undefined;

  /** @param before - see `openDatabase` */
  constructor(private readonly before?: BeforeMigrations) {}

  readonly open: OpenPlace = (...place) => (this.opening = openDatabase(...place, this.before));

  async close(): Promise<void> {
    const opened = await this.opening?.catch(() => undefined);
    await opened?.close();
  }
}
