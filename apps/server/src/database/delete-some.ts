import type { EntityManager } from 'typeorm';

/**
 * Deletes at most `most` of the rows whose `column`, which has an index, holds `value`. True when
 * there are more; each call should be a job of its own, so that other writes come in between. Both
 * names are of our own code.
 */
export async function deleteSome(
  manager: EntityManager,
  { table, column }: { readonly table: string; readonly column: string },
  value: string,
  most: number,
): Promise<boolean> {
  const isPostgres = manager.connection.options.type === 'postgres';
  const [mark, place] = isPostgres ? ['$1', 'ctid'] : ['?', 'rowid'];
  const these = `FROM ${table} WHERE ${column} = ${mark}`;
  const further = await manager.query<unknown[]>(`SELECT 1 ${these} LIMIT 1 OFFSET ${most}`, [
    value,
  ]);
  await manager.query(
    `DELETE FROM ${table} WHERE ${place} IN (SELECT ${place} ${these} LIMIT ${most})`,
    [value],
  );
  return further.length > 0;
}
