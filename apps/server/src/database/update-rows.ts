import type { EntityManager, EntityTarget, ObjectLiteral } from 'typeorm';
import { statementsOf } from './statement-values.js';

/**
 * One statement that gives many rows each their own values in those columns; `key` names the row,
 * and one that is not there is left out. A statement for each row is a trip to the database for
 * each: a hundred of them keep every other writer waiting for a second when the server is busy.
 */
export async function updateRows<
  Row extends ObjectLiteral,
  Key extends keyof Row & string,
  Name extends keyof Row & string,
>(
  manager: EntityManager,
  entity: EntityTarget<Row>,
  key: Key,
  names: readonly Name[],
  rows: readonly Readonly<Pick<Row, Key | Name>>[],
): Promise<void> {
  const { driver } = manager.connection;
  const { tableName, columns } = manager.connection.getMetadata(entity);
  const used = [key, ...names].map((name) => {
    const column = columns.find(({ propertyName }) => propertyName === name);
    if (!column) throw new Error(`${tableName} has no column ${name}`);
    // Told which type it is: PostgreSQL takes a parameter that stands alone for a text.
    return { column, name, type: driver.normalizeType(column) };
  });
  const set = names.map((name) => `${name} = said.${name}`).join(', ');
  for (const { rows: some, mark, values } of statementsOf(manager, rows, used.length)) {
    const tuples = some.map((row) => {
      const cells = used.map(({ column, name, type }) => {
        const value: unknown = driver.preparePersistentValue(row[name], column);
        return `CAST(${mark(value)} AS ${type})`;
      });
      return `(${cells.join(',')})`;
    });
    await manager.query(
      `WITH said (${[key, ...names].join(',')}) AS (VALUES ${tuples.join(',')}) ` +
        `UPDATE ${tableName} SET ${set} FROM said WHERE ${tableName}.${key} = said.${key}`,
      values,
    );
  }
}
