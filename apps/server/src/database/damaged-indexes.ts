import type { EntityManager } from 'typeorm';
import { troubleError } from './database-trouble.js';
import { amcheckThere, postgresDamage } from './postgres-damage.js';

export interface IndexCheck {
  /** What is wrong with an index, by its name. */
  readonly damaged: readonly string[];
  /** False where the engine cannot look while it runs. */
  readonly looked: boolean;
}

/** Reads every index of a table from end to end; `atLeast` so many rows have to be in each. */
export async function damagedIndexes(
  manager: EntityManager,
  table: string,
  atLeast: number,
): Promise<IndexCheck> {
  if (manager.connection.options.type === 'postgres') {
    if (!(await amcheckThere(manager))) return { damaged: [], looked: false };
    const never = new AbortController().signal;
    const damage = await postgresDamage(manager.connection, never, table);
    return { damaged: damage === null ? [] : [damage], looked: true };
  }
  const indexes: { name: string; partial: number }[] = await manager.query(
    'SELECT name, partial FROM pragma_index_list(?)',
    [table],
  );
  const damaged: string[] = [];
  for (const { name, partial } of indexes) {
    const entries = await entriesOf(manager, table, name);
    if (entries === null) damaged.push(`Index ${name} is damaged and cannot be read.`);
    else if (partial === 0 && entries < atLeast) {
      damaged.push(`Index ${name} has ${entries} entries for ${atLeast} rows.`);
    }
  }
  return { damaged, looked: true };
}

/** Null where it cannot be read to its end. */
async function entriesOf(
  manager: EntityManager,
  table: string,
  index: string,
): Promise<number | null> {
  try {
    const [first]: { column: string }[] = await manager.query(
      'SELECT name AS "column" FROM pragma_index_info(?) LIMIT 1',
      [index],
    );
    // A plain COUNT(*) is answered from whichever index is smallest, INDEXED BY or not.
    const [row]: { entries: number }[] = await manager.query(
      `SELECT COUNT(*) AS entries, COUNT("${first?.column}") AS named
       FROM "${table}" INDEXED BY "${index}"`,
    );
    return row?.entries ?? 0;
  } catch (error) {
    if (error instanceof Error && error.message === troubleError('corrupt').message) return null;
    throw error;
  }
}
