import { systemClock } from '@kenny/kernel';
import { databaseIn } from '../../test/database-in.js';
import { NoteEntity, NOTES } from '../../test/notes-schema.js';
import { tempDirs } from '../../test/temp-dir.js';
import { insertRows } from './insert-rows.js';
import { openDatabase, type OpenDatabase } from './open-database.js';
import { updateRows } from './update-rows.js';

const tempDir = tempDirs();
let database: OpenDatabase;
beforeEach(async () => {
  database = await openDatabase(databaseIn(tempDir()), NOTES, systemClock);
});
afterEach(() => database.close());

const stored = async () =>
  (await database.reads.manager.find(NoteEntity, { order: { id: 'ASC' } })).map(
    ({ id, parent }) => `${id}:${parent}`,
  );

const change = (...rows: { id: string; parent: string | null }[]) =>
  database.writer.write((tx) => updateRows(tx.manager, NoteEntity, 'id', ['parent'], rows));

describe('updateRows', () => {
  beforeEach(() =>
    database.writer.write(({ manager }) =>
      insertRows(
        manager,
        'note',
        ['id', 'parent'],
        [
          ['a', null],
          ["b'); --", 'a'],
          ['c', 'a'],
        ],
      ),
    ),
  );

  it('gives each row its own values and leaves all others', async () => {
    await change({ id: 'a', parent: 'c' }, { id: "b'); --", parent: null });
    expect(await stored()).toEqual(['a:c', "b'); --:null", 'c:a']);
  });

  it('makes no row that is not there, and does nothing for none', async () => {
    await change({ id: 'new', parent: 'a' });
    await change();
    expect(await stored()).toEqual(['a:null', "b'); --:a", 'c:a']);
  });

  it('takes more rows than fit into one statement', async () => {
    const ids = Array.from({ length: 20_000 }, (_, i) => `n${i}`);
    await database.writer.write(({ manager }) =>
      insertRows(
        manager,
        'note',
        ['id', 'parent'],
        ids.map((id) => [id, null]),
      ),
    );
    await change(...ids.map((id) => ({ id, parent: id })));
    const all = await stored();
    expect(all.filter((row) => /^(n\d+):\1$/.test(row))).toHaveLength(ids.length);
  });
});
