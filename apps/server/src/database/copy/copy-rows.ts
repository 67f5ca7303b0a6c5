import type { EntityManager } from 'typeorm';
import { insertRows } from '../insert-rows.js';
import type { WriteConnection } from '../write-connection.js';
import { isPostgres, type CopyTable } from './tables.js';

/** Rows of one statement. */
const BATCH = 1_000;

interface Copying {
  readonly from: EntityManager;
  readonly to: WriteConnection;
  /** Commits after every batch. */
  readonly inSteps: boolean;
  /** Told after every batch how many rows of this table are done; what it waits for is a pause. */
  readonly onRows: (done: number) => void | Promise<void>;
}

type Row = Readonly<Record<string, unknown>>;

/** Copies one table in the order of its key; says how many rows. */
export async function copyRows(table: CopyTable, copying: Copying): Promise<number> {
  const { from, to, inSteps, onRows } = copying;
  const names = table.columns.map(({ name }) => name);
  let done = 0;
  for await (const rows of batches(table, from)) {
    const values = rows.map((row) => table.columns.map((column) => translate(row, column, to)));
    await insertRows(to.manager, table.name, names, values);
    done += rows.length;
    await onRows(done);
    if (inSteps) {
      await to.commit();
      await to.begin();
    }
  }
  if (table.numbered && isPostgres(to.manager)) await continueNumbers(to.manager, table);
  return done;
}

/** Page after page by the key, so that no table has to fit into the memory. */
async function* batches(table: CopyTable, from: EntityManager): AsyncGenerator<Row[]> {
  const names = table.columns.map(({ name }) => name).join(', ');
  const key = table.key.join(', ');
  const mark = (index: number) => (isPostgres(from) ? `$${index + 1}` : '?');
  const after = `WHERE (${key}) > (${table.key.map((_, index) => mark(index)).join(', ')})`;
  for (let last: Row | undefined; ;) {
    const rows: Row[] = await from.query(
      `SELECT ${names} FROM ${table.name} ${last ? after : ''} ORDER BY ${key} LIMIT ${BATCH}`,
      last ? table.key.map((name) => last?.[name]) : [],
    );
    if (rows.length > 0) yield rows;
    last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
  }
}

function translate(
  row: Row,
  { name, isFlag }: CopyTable['columns'][number],
  { manager }: WriteConnection,
): unknown {
  const value = row[name];
  if (value === null || value === undefined) return null;
  if (isFlag) return isPostgres(manager) ? Boolean(value) : Number(value);
  // The one character that PostgreSQL does not store as text.
  return typeof value === 'string' ? value.replaceAll('\u0000', '\ufffd') : value;
}

/** SQLite goes on after the highest number by itself. */
async function continueNumbers(
  manager: EntityManager,
  { name, numbered }: CopyTable,
): Promise<void> {
  await manager.query(
    `SELECT setval(pg_get_serial_sequence($1, $2),
       (SELECT COALESCE(MAX(${numbered}), 0) + 1 FROM ${name}), false)`,
    [name, numbered],
  );
}
