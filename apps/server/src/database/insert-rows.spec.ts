import { systemClock } from '@kenny/kernel';
import { databaseIn } from '../../test/database-in.js';
import { NOTES } from '../../test/notes-schema.js';
import { tempDirs } from '../../test/temp-dir.js';
import { insertRows } from './insert-rows.js';
import { openDatabase, type OpenDatabase } from './open-database.js';

const tempDir = tempDirs();
let database: OpenDatabase;
beforeEach(async () => {
  database = await openDatabase(databaseIn(tempDir()), NOTES, systemClock);
});
afterEach(() => database.close());

describe('insertRows', () => {
  it('stores every value as it was given, whatever rows and columns share', async () => {
    const rows = [
      [1, 'a', 'a', 0.5, null],
      [2, "o'a", 'a', -7, 'NULL'],
      [3, '?1', '1', 1e300, null],
      [4, '', '2147483648', 2_147_483_648, 'a'],
      [5, '😀\n', 'x', 0, 'a'],
    ];
    await database.writer.write(async ({ manager }) => {
      await manager.query(
        'CREATE TABLE things (id integer, one varchar, two text, number double precision, may text)',
      );
      await insertRows(manager, 'things', ['id', 'one', 'two', 'number', 'may'], rows);
    });
    const stored = await database.reads.manager.query<Record<string, unknown>[]>(
      'SELECT id, one, two, number, may FROM things ORDER BY id',
    );
    expect(stored.map(({ id, one, two, number, may }) => [id, one, two, number, may])).toEqual(
      rows,
    );
  });

  it('takes more rows than fit into one statement', async () => {
    const many = 40_000;
    const count = await database.writer.write(async ({ manager }) => {
      await manager.query('CREATE TABLE things (id integer, name text)');
      const rows = Array.from({ length: many }, (_, i) => [i, `n${i}`]);
      await insertRows(manager, 'things', ['id', 'name'], rows);
      const [row] = await manager.query<{ n: number | string }[]>(
        'SELECT count(DISTINCT name) AS n FROM things',
      );
      return Number(row?.n);
    });
    expect(count).toBe(many);
  });
});
