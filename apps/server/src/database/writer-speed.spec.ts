import { systemClock } from '@kenny/contract';
import { databaseIn } from '../../test/database-in.js';
import { NOTES } from '../../test/notes-schema.js';
import { tempDirs } from '../../test/temp-dir.js';
import { insertRows } from './insert-rows.js';
import { openDatabase } from './open-database.js';

const tempDir = tempDirs();

describe('speed of the writer', () => {
  it.each([1, 64, 512])('prints its jobs per second, durable, %i at a time', async (inFlight) => {
    const database = await openDatabase(databaseIn(tempDir()), NOTES, systemClock);
    const jobs = inFlight === 1 ? 300 : 6_000;
    let next = 0;
    const worker = async (): Promise<void> => {
      while (next < jobs) {
        const id = `n${(next += 1)}`;
        await database.writer.write((tx) =>
          insertRows(tx.manager, 'note', ['id', 'parent'], [[id, null]]),
        );
      }
    };
    const started = performance.now();
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
