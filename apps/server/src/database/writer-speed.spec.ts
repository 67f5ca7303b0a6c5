import { systemClock } from '@kenny/contract';
import { databaseIn } from '../../test/database-in.js';
import { NOTES } from '../../test/notes-schema.js';
import { tempDirs } from '../../test/temp-dir.js';
import { insertRows } from './insert-rows.js';
import { openDatabase } from './open-database.js';

const tempDir = tempDirs();
/** A time, not a number of jobs: on a busy machine that number may take minutes. */
const MEASURED_MS = 1_500;

describe('speed of the writer', () => {
  it.each([1, 64, 512])('prints its jobs per second, durable, %i at a time', async (inFlight) => {
    const database = await openDatabase(databaseIn(tempDir()), NOTES, systemClock);
    let jobs = 0;
    const started = performance.now();
    const worker = async (): Promise<void> => {
      do {
        const id = `n${(jobs += 1)}`;
        await database.writer.write((tx) =>
          insertRows(tx.manager, 'note', ['id', 'parent'], [[id, null]]),
        );
      } while (performance.now() - started < MEASURED_MS);
    };
    await Promise.all(Array.from({ length: inFlight }, worker));
    const seconds = (performance.now() - started) / 1000;
    const { committed, batches } = database.writer.stats();
    await database.close();
    process.stdout.write(
      `writer, ${inFlight} in flight: ${Math.round(jobs / seconds)} jobs/s, ` +
        `${(committed / batches).toFixed(1)} per commit, ${((seconds * 1000 * inFlight) / jobs).toFixed(2)} ms each\n`,
    );
    expect(committed).toBe(jobs);
  });
});
