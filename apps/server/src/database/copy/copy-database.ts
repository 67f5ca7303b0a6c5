import type { Clock } from '@kenny/kernel';
import { StartupError } from '../../kernel/index.js';
import { openDatabase, type DatabaseConfig } from '../open-database.js';
import { DataSourceReads, type Schema } from '../opening.js';
import type { Reads } from '../reads.js';
import { inStartWords, shownDatabase } from '../start-words.js';
import { copyRows } from './copy-rows.js';
import { openTarget, type CopyTarget } from './copy-target.js';
import { countRows, tablesOf, type CopyTable } from './tables.js';

export interface CopyProgress {
  readonly table: string;
  readonly done: number;
  readonly total: number;
}

export interface CopyOptions {
  /** With the data folder, which stays where it is. */
  readonly from: DatabaseConfig;
  readonly to: DatabaseConfig['database'];
  readonly schema: Schema;
  readonly clock: Clock;
  readonly onProgress: (progress: CopyProgress) => void;
  /** Judges the copy before anybody can see it. @throws StartupError when it is not as good */
  readonly judge: (original: Reads, copy: Reads) => Promise<void>;
}

/**
 * Copies every table to the other engine: all of it, or nothing. Runs under the data folder's lock
 * and leaves the original as it is.
 * @returns how many rows each table has
 * @throws StartupError when the target is not empty, or the copy is not the same
 */
export async function copyDatabase(options: CopyOptions): Promise<Map<string, number>> {
  const { from, to: place, schema, clock } = options;
  if (place.type === from.database.type) {
    throw new StartupError(
      `The data is on ${place.type === 'sqlite' ? 'SQLite' : 'PostgreSQL'} already; a copy on the ` +
        "same engine is made with that engine's own tools.",
    );
  }
  const original = await openDatabase(from, schema, clock);
  try {
    const { dataDir } = from;
    const classes = { entities: [...schema.entities], migrations: [...schema.migrations] };
    const target = await openTarget({ place, dataDir, schema: classes, clock });
    try {
      return await fill(original.reads, target, options);
    } finally {
      await target.close();
    }
  } catch (error) {
    const way = `${shownDatabase(from.database)}, copied to ${shownDatabase(place)}`;
    throw inStartWords(error, way);
  } finally {
    await original.close();
  }
}

async function fill(
  original: Reads,
  target: CopyTarget,
  { onProgress, judge }: CopyOptions,
): Promise<Map<string, number>> {
  const { connection, inSteps } = target;
  const tables = await tablesOf(original.manager);
  await connection.begin();
  try {
    await mustBeEmpty(connection.manager, tables);
    const copied = new Map<string, number>();
    for (const table of tables) {
      const total = await countRows(original.manager, table.name);
      const onRows = (done: number) => onProgress({ table: table.name, done, total });
      onRows(0);
      copied.set(
        table.name,
        await copyRows(table, { from: original.manager, to: connection, inSteps, onRows }),
      );
      mustBeSame(table, total, await countRows(connection.manager, table.name));
    }
    await judge(original, new DataSourceReads(connection.manager));
    await connection.commit();
    await target.finish();
    return copied;
  } catch (error) {
    await connection.rollback();
    throw error;
  }
}

async function mustBeEmpty(manager: Reads['manager'], tables: readonly CopyTable[]): Promise<void> {
  const full: string[] = [];
  for (const { name } of tables) if ((await countRows(manager, name)) > 0) full.push(name);
  if (full.length === 0) return;
  throw new StartupError(
    `The target is not empty (${full.join(', ')}); nothing was copied. Give it an empty database, ` +
      'or another ?schema=.',
  );
}

function mustBeSame({ name }: CopyTable, expected: number, found: number): void {
  if (expected === found) return;
  throw new StartupError(
    `Of ${expected} rows of ${name} the copy has ${found}; nothing of it is kept.`,
  );
}
