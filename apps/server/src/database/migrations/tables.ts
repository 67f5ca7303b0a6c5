import {
  Table,
  type MigrationInterface,
  type QueryRunner,
  type TableColumnOptions,
  type TableOptions,
} from 'typeorm';

type Column = (name: string, more?: Partial<TableColumnOptions>) => TableColumnOptions;

const column =
  (type: string): Column =>
  (name, more) => ({ name, type, ...more });

export const NULLABLE = { isNullable: true };
export const KEY = { isPrimary: true };

export const varchar = column('varchar');
export const text = column('text');
export const int = column('integer');
/** Milliseconds, sizes, sequence numbers. */
export const bigint = column('bigint');
export const flag = column('boolean');
/** A text whose length PostgreSQL limits. */
export const word = (name: string, length: number, more?: Partial<TableColumnOptions>) =>
  varchar(name, { length: String(length), ...more });

export const index = (name: string, ...columnNames: string[]) => ({ name, columnNames });
export const refersTo = (table: string, key: string, from = key) => ({
  columnNames: [from],
  referencedTableName: table,
  referencedColumnNames: [key],
});

/** Makes the tables of a module. What a release has run never changes. */
export abstract class TablesMigration implements MigrationInterface {
  protected abstract readonly tables: (isPostgres: boolean) => TableOptions[];

  async up(runner: QueryRunner): Promise<void> {
    const tables = this.tables(runner.connection.options.type === 'postgres');
    for (const table of tables) await runner.createTable(new Table(table));
  }

  /** Nobody runs it: the way back is the backup from before. */
  down(): Promise<void> {
    return Promise.reject(new Error('Restore the backup from before.'));
  }
}
