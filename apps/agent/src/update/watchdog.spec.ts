import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { WATCHING, watching } from './watchdog.js';

const BEAT = { everyMs: 20, missed: 25 };

/** A process of its own that is watched, and what it does; how it ended. */
async function watched(does: string): Promise<[number | null, string | null]> {
  const { eval: isSource, resourceLimits } = watching(new SharedArrayBuffer(4), BEAT);
  const options = JSON.stringify({ eval: isSource, resourceLimits });
  const program = `
    const { Worker } = require('node:worker_threads');
    const beats = new SharedArrayBuffer(4);
    const counter = new Int32Array(beats);
    const workerData = { beats, ...${JSON.stringify(BEAT)} };
    const thread = new Worker(${JSON.stringify(WATCHING)}, { ...${options}, workerData });
    thread.on('error', (error) => { console.error(error); process.exit(3); });
    thread.on('online', () => { ${does} });
  `;
  const child = spawn(process.execPath, ['-e', program], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return (await once(child, 'exit')) as [number | null, string | null];
}

describe('the watch over a new version', () => {
  it('ends a process whose event loop stands still', async () => {
    expect(await watched('for (;;) {}')).toEqual([null, 'SIGKILL']);
  });

  it('lets one live that goes on', async () => {
    // A hundred looks, four times as many as it may miss.
    const lives = `
      let left = 1_000;
      const beating = setInterval(() => {
        Atomics.add(counter, 0, 1);
        left -= 1;
        if (left === 0) process.exit(7);
      }, 2);`;
    expect(await watched(lives)).toEqual([7, null]);
  });
});
