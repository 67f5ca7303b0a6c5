import { systemClock } from '@kenny/kernel';
import { databaseIn } from '../../test/database-in.js';
import { NOTES } from '../../test/notes-schema.js';
import { tempDirs } from '../../test/temp-dir.js';
import { deleteSome } from './delete-some.js';
import { insertRows } from './insert-rows.js';
import { openDatabase, type OpenDatabase } from './open-database.js';

const tempDir = tempDirs();
let database: OpenDatabase;
beforeEach(async () => {
  database = await openDatabase(databaseIn(tempDir()), NOTES, systemClock);
  const owners = ['a', 'b', 'a', 'a', 'b', 'a', 'a'];
  await database.writer.write(async ({ manager }) => {
    await manager.query('CREATE TABLE things (owner varchar(8), number integer)');
    const rows = owners.map((owner, number) => [owner, number]);
    await insertRows(manager, 'things', ['owner', 'number'], rows);
  });
});
afterEach(() => database.close());

const take = (owner: string, most: number) =>
  database.writer.write(({ manager }) =>
    deleteSome(manager, { table: 'things', column: 'owner' }, owner, most),
  );
const left = async () => {
  const rows = await database.reads.manager.query<{ owner: string }[]>('SELECT owner FROM things');
  return rows.map(({ owner }) => owner).sort();
};

describe('deleteSome', () => {
  it('takes so many, says whether there are more, and leaves the others', async () => {
    expect(await take('a', 3)).toBe(true);
    expect(await left()).toEqual(['a', 'a', 'b', 'b']);
    expect(await take('a', 3)).toBe(false);
    expect(await left()).toEqual(['b', 'b']);
  });

  it('knows that it was all of them, and that there was nothing', async () => {
    expect(await take('b', 2)).toBe(false);
    expect(await take('b', 2)).toBe(false);
    expect(await left()).toEqual(['a', 'a', 'a', 'a', 'a']);
  });
});
