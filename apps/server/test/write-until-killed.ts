import { systemClock } from '@kenny/contract';
import { openDatabase } from '../src/database/index.js';
import { NOTES, NoteEntity } from './notes-schema.js';
import { databaseIn } from './database-in.js';

/** Writes rows, many at once, and prints each id only after its `write` resolved. */
const database = await openDatabase(databaseIn(process.argv[2] ?? ''), NOTES, systemClock);
process.stdout.write('open\n');

async function writeForEver(worker: number): Promise<never> {
  for (let i = 0; ; i += 1) {
    const id = `${worker}-${i}`;
    await database.writer.write((tx) => tx.manager.insert(NoteEntity, { id, parent: null }));
    process.stdout.write(`${id}\n`);
  }
}

await Promise.all(Array.from({ length: 16 }, (_, worker) => writeForEver(worker)));
