import { systemClock } from '@kenny/kernel';
import { join } from 'node:path';
import { databaseIn } from '../../test/database-in.js';
import { NOTES } from '../../test/notes-schema.js';
import { tempDirs } from '../../test/temp-dir.js';
import { insertRows } from './insert-rows.js';
import { openDatabase, type OpenDatabase } from './open-database.js';

const tempDir = tempDirs();
let database: OpenDatabase;
beforeEach(async () => {
  database = await openDatabase(databaseIn(tempDir()), NOTES, systemClock);
  await database.writer.write(({ manager }) => insertRows(manager, 'note', ['id'], [['a']]));
});
afterEach(() => database.close());

describe('a snapshot', () => {
  it('ends with what ends a pause of it, and leaves nothing that nobody waits for', async () => {
    const stopped = new Error('the server ends');
    const taken = database.snapshots.take(join(tempDir(), 'copy.sqlite'), {
      onProgress: () => Promise.reject(stopped),
      signal: new AbortController().signal,
    });
    await expect(taken).rejects.toBe(stopped);
  });
});
