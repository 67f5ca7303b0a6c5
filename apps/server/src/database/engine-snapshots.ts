import { statSync } from 'node:fs';
import type { AppConfig } from '../config/index.js';
import { copySqliteHot, openRawSqlite, sqliteDamage } from './sqlite.driver.js';
import type { Opening } from './opening.js';
import { Snapshots, type SnapshotWork } from './snapshots.js';

export class SqliteSnapshots extends Snapshots {
  constructor(private readonly file: string) {
    super();
  }

  override bytes(): Promise<number> {
    return Promise.resolve(statSync(this.file).size);
  }

  override take(file: string, { onProgress, signal }: SnapshotWork): Promise<void> {
    return copySqliteHot(this.file, file, async (done, pages) => {
      signal.throwIfAborted();
      await onProgress(pages === 0 ? 1 : done / pages);
    });
  }
}

/** Of a PostgreSQL database; the other driver is loaded when it is needed. */
export class PostgresSnapshots extends Snapshots {
  constructor(
    private readonly url: string,
    private readonly opening: Opening,
  ) {
    super();
  }

  override async bytes(): Promise<number> {
    const { postgresBytes } = await import('./copy/postgres-snapshot.js');
    return postgresBytes(this.url);
  }

  override async take(file: string, work: SnapshotWork): Promise<void> {
    const { postgresSnapshot } = await import('./copy/postgres-snapshot.js');
    await postgresSnapshot(this.url, file, this.opening, work);
  }
}

export function snapshotsOf(
  { database }: Pick<AppConfig, 'database'>,
  opening: Opening,
): Snapshots {
  return database.type === 'sqlite'
    ? new SqliteSnapshots(database.file)
    : new PostgresSnapshots(database.url, opening);
}

/** What a copied file says of itself. */
export interface SnapshotFacts {
  /** The first thing that is wrong with it; null when it is whole. */
  readonly damage: string | null;
  /** The last row of its audit log; row 0 when there is none. */
  readonly head: { readonly seq: number; readonly sha256: string };
}

/** @param file - nobody else has it open */
export async function inspectSnapshot(file: string, signal: AbortSignal): Promise<SnapshotFacts> {
  const damage = await sqliteDamage(file, signal);
  if (damage !== null) return { damage, head: NO_ROW };
  const connection = await openRawSqlite(file);
  try {
    // A copy of a database in WAL mode is one too; a lone file needs none of what lies beside it.
    await connection.exec('PRAGMA journal_mode = DELETE');
    const [head] = await connection.all<SnapshotFacts['head']>(
      'SELECT seq, sha256 FROM audit ORDER BY seq DESC LIMIT 1',
    );
    return { damage, head: head ?? NO_ROW };
  } finally {
    await connection.close();
  }
}

const NO_ROW = { seq: 0, sha256: '' };
