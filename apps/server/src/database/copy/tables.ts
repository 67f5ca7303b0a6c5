import type { EntityManager, EntityMetadata } from 'typeorm';
import { StartupError } from '../../kernel/index.js';

/** One table with what a copy must know of it. */
export interface CopyTable {
  readonly name: string;
  readonly columns: readonly CopyColumn[];
  /** In the order of its primary key. */
  readonly key: readonly string[];
  /** A column that the database numbers by itself. */
  readonly numbered: string | null;
}

export interface CopyColumn {
  readonly name: string;
  readonly isFlag: boolean;
}

/** What TypeORM, SQLite and our own lock keep beside the data. */
const NOT_DATA = new Set(['migrations', 'sqlite_sequence', 'server_lease']);

/**
 * Every table of the schema, those first that others refer to.
 * @throws StartupError for a table that no entity knows: it would be left behind without a word
 */
export function tablesOf(manager: EntityManager): Promise<CopyTable[]> {
  return inOrder(manager.connection.entityMetadatas.map(describe), manager);
}

/**
 * The same by the tables of an SQLite file that ran the same migrations: for a schema that is older
 * than the entities.
 */
export async function tablesAsIn(
  file: EntityManager,
  manager: EntityManager,
): Promise<CopyTable[]> {
  const tables: CopyTable[] = [];
  for (const name of await tableNames(file)) {
    const columns = await file.query<{ name: string; type: string; pk: number }[]>(
      `SELECT name, type, pk FROM pragma_table_info('${name}')`,
    );
    const key = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
    tables.push({
      name,
      columns: columns.map((column) => ({
        name: column.name,
        isFlag: column.type.toLowerCase() === 'boolean',
      })),
      key: key.map((column) => column.name),
      // SQLite goes on with its own numbers.
      numbered: null,
    });
  }
  return inOrder(tables, manager);
}

async function inOrder(tables: readonly CopyTable[], manager: EntityManager): Promise<CopyTable[]> {
  const known = new Set(tables.map(({ name }) => name));
  const unknown = (await tableNames(manager)).filter((name) => !known.has(name));
  if (unknown.length > 0) {
    throw new StartupError(`Unknown tables, so nothing is copied: ${unknown.join(', ')}`);
  }
  return parentsFirst(tables, await references(manager));
}

export async function countRows(manager: EntityManager, table: string): Promise<number> {
  const [row] = await manager.query<{ n: number }[]>(`SELECT COUNT(*) AS n FROM ${table}`);
  return Number(row?.n);
}

function describe({ tableName, columns, primaryColumns }: EntityMetadata): CopyTable {
  return {
    name: tableName,
    columns: columns.map(({ databaseName, type }) => ({
      name: databaseName,
      isFlag: type === 'boolean' || type === Boolean,
    })),
    key: primaryColumns.map(({ databaseName }) => databaseName),
    numbered: primaryColumns.find(({ isGenerated }) => isGenerated)?.databaseName ?? null,
  };
}

async function tableNames(manager: EntityManager): Promise<string[]> {
  const rows = await manager.query<{ name: string }[]>(
    isPostgres(manager)
      ? 'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()'
      : "SELECT name FROM sqlite_master WHERE type = 'table'",
  );
  return rows.map(({ name }) => name).filter((name) => !NOT_DATA.has(name));
}

interface Reference {
  readonly child: string;
  readonly parent: string;
}

function references(manager: EntityManager): Promise<Reference[]> {
  return manager.query<Reference[]>(
    isPostgres(manager)
      ? `SELECT c.relname AS child, p.relname AS parent FROM pg_constraint f
         JOIN pg_class c ON c.oid = f.conrelid JOIN pg_class p ON p.oid = f.confrelid
         WHERE f.contype = 'f' AND c.relnamespace = to_regnamespace(current_schema())`
      : `SELECT m.name AS child, f."table" AS parent
         FROM sqlite_master m, pragma_foreign_key_list(m.name) f WHERE m.type = 'table'`,
  );
}

function parentsFirst(tables: readonly CopyTable[], refs: readonly Reference[]): CopyTable[] {
  const ordered: CopyTable[] = [];
  const waiting = [...tables];
  while (waiting.length > 0) {
    const names = new Set(waiting.map(({ name }) => name));
    const next = waiting.findIndex(
      ({ name }) => !refs.some((r) => r.child === name && r.parent !== name && names.has(r.parent)),
    );
    if (next < 0) throw new Error(`tables that refer to each other: ${[...names].join(', ')}`);
    ordered.push(...waiting.splice(next, 1));
  }
  return ordered;
}

export function isPostgres({ connection }: EntityManager): boolean {
  return connection.options.type === 'postgres';
}
