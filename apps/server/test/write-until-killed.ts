import { systemClock } from '@kenny/kernel';
import { openDatabase, type DatabaseConfig } from '../src/database/index.js';
import { NOTES, NoteEntity } from './notes-schema.js';

/** Writes rows, many at once, and prints each id only after its `write` resolved. */
const where = JSON.parse(process.argv[2] ?? '') as DatabaseConfig;
const database = await openDatabase(where, NOTES, systemClock);
process.stdout.write('open\n');

async function writeForEver(worker: number): Promise<never> {
  for (let i = 0; ; i += 1) {
    const id = `${worker}-${i}`;
    await database.writer.write((tx) => tx.manager.insert(NoteEntity, { id, parent: null }));
    process.stdout.write(`${id}\n`);
  }
}

await Promise.all(Array.from({ length: 16 }, (_, worker) => writeForEver(worker)));
