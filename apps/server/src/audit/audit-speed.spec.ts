import { anEntry, openAuditWorld } from '../../test/audit-world.js';
import { tempDirs } from '../../test/temp-dir.js';

const tempDir = tempDirs();
const say = (text: string) => process.stdout.write(`audit, ${text}\n`);
const secondsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
};

/** A time, not a number of rows: on a busy machine that number may take minutes. */
const forAWhile = (): (() => boolean) => {
  const end = performance.now() + 1_000;
  return () => performance.now() < end;
};

describe('speed of the audit', () => {
  it('prints rows per second, recorded and appended, and how fast they are verified', async () => {
    let [recorded, appended] = [0, 0];
    const world = await openAuditWorld(tempDir());
    const { log } = world.store;
    const recording = await secondsOf(async () => {
      const goesOn = forAWhile();
      while (goesOn()) {
        // As calls come: a few to a turn of the loop.
        for (let i = 0; i < 64; i += 1) {
          log.record(anEntry({ call_id: `call-${(recorded += 1)}` }));
        }
        await new Promise((resolve) => setImmediate(resolve));
        // More than wait in memory would go to the spool, and be no part of this measurement.
        if (log.status().waiting > 1_000) await log.flush();
      }
      await log.flush();
    });
    const goesOn = forAWhile();
    const worker = async (): Promise<void> => {
      while (goesOn()) {
        appended += 1;
        await world.database.writer.write((tx) => log.append(tx, anEntry()));
      }
    };
    const appending = await secondsOf(() => Promise.all(Array.from({ length: 64 }, worker)));
    let longest = 0;
    let last = performance.now();
    const watch = setInterval(() => {
      longest = Math.max(longest, performance.now() - last - 1);
      last = performance.now();
    }, 1);
    const verifying = await secondsOf(() => world.store.verify()).finally(() =>
      clearInterval(watch),
    );
    const verdict = await world.store.verify();
    await world.close();
    say(`recorded: ${Math.round(recorded / recording)} rows/s`);
    say(`appended, 64 transactions at a time: ${Math.round(appended / appending)} rows/s`);
    say(
      `verified: ${Math.round(verdict.rows / verifying)} rows/s, ` +
        `longest time the loop was held: ${longest.toFixed(1)} ms`,
    );
    expect(verdict).toMatchObject({ ok: true, rows: recorded + appended });
  });
});
