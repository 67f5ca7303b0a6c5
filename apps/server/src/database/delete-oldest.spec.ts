import { systemClock } from '@kenny/kernel';
import { databaseIn } from '../../test/database-in.js';
import { NOTES } from '../../test/notes-schema.js';
import { tempDirs } from '../../test/temp-dir.js';
import { deleteOldest } from './delete-oldest.js';
import { insertRows } from './insert-rows.js';
import { openDatabase, type OpenDatabase } from './open-database.js';

const tempDir = tempDirs();
let database: OpenDatabase;
beforeEach(async () => {
  database = await openDatabase(databaseIn(tempDir()), NOTES, systemClock);
  await database.writer.write(({ manager }) => manager.query('CREATE TABLE seen (at bigint)'));
});
afterEach(() => database.close());

const store = (...times: number[]) =>
  database.writer.write(({ manager }) =>
    insertRows(
      manager,
      'seen',
      ['at'],
      times.map((at) => [at]),
    ),
  );
const prune = (before: number, most: number) =>
  database.writer.write(({ manager }) =>
    deleteOldest(manager, { table: 'seen', column: 'at' }, before, most),
  );
const left = async () => {
  const rows = await database.reads.manager.query<{ at: number }[]>(
    'SELECT at FROM seen ORDER BY at',
  );
  return rows.map(({ at }) => at);
};

describe('deleteOldest', () => {
  it('takes the oldest, chunk after chunk, and says when there is no more', async () => {
    await store(5, 1, 3, 2, 4, 9);
    expect(await prune(5, 2)).toBe(true);
    expect(await left()).toEqual([3, 4, 5, 9]);
    expect(await prune(5, 2)).toBe(true);
    expect(await prune(5, 2)).toBe(false);
    expect(await left()).toEqual([5, 9]);
  });

  it('leaves what is not older, and a table that has nothing old', async () => {
    await store(7, 8);
    expect(await prune(7, 10)).toBe(false);
    expect(await left()).toEqual([7, 8]);
  });

  it('takes all rows of one moment together, so that it always gets on', async () => {
    await store(1, 1, 1, 1, 2, 3);
    expect(await prune(3, 2)).toBe(true);
    expect(await left()).toEqual([2, 3]);
  });
});
