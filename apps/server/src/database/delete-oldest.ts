import type { EntityManager } from 'typeorm';

/**
 * Deletes about `most` of the rows whose `column`, a time with an index, lies before `before`: the
 * oldest first, all rows of one moment together. True when there are more; each call should be a
 * job of its own, so that other writes come in between. Both names are of our own code.
 */
export async function deleteOldest(
  manager: EntityManager,
  { table, column }: { readonly table: string; readonly column: string },
  before: number,
  most: number,
): Promise<boolean> {
  const numbered = manager.connection.options.type === 'postgres';
  const mark = numbered ? '$1' : '?';
  const [last] = await manager.query<{ at: number }[]>(
    `SELECT ${column} AS at FROM ${table} WHERE ${column} < ${mark}
     ORDER BY ${column} LIMIT 1 OFFSET ${most - 1}`,
    [before],
  );
  await manager.query(
    last === undefined
      ? `DELETE FROM ${table} WHERE ${column} < ${mark}`
      : `DELETE FROM ${table} WHERE ${column} <= ${mark}`,
    [last === undefined ? before : last.at],
  );
  return last !== undefined;
}
