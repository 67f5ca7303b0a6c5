import { median } from '../figures.mjs';
import { cpuMsOf, residentMiB } from '../processes.mjs';

const SETTLED_MS = 3_000;

/** Start to listening, on a new data folder and on one that was there before; memory at rest. */
export const start = {
  name: 'start',
  goals: ['start-first', 'start-warm', 'resident-0'],
  async *run({ world, sizes }) {
    const [first, warm] = [[], []];
    for (let round = 0; round < sizes.starts; round += 1) {
      const folder = world.newFolder('data');
      first.push(await startOnce(() => world.startServer(folder)));
      warm.push(await startOnce(() => world.startServer(folder)));
    }
    const bare = await startOnce(() => world.startBare(0));
    const middle = (starts, figure) => median(starts.map((one) => one[figure]));
    const row = (id, starts, what) => ({
      ...{ id, value: middle(starts, 'seconds'), bare: bare.seconds },
      note: `${what}, ${middle(starts, 'cpuSeconds').toFixed(1)} s of CPU`,
    });
    yield* [
      row('start-first', first, 'a new data folder: keys, migrations'),
      row('start-warm', warm, 'the same folder again'),
      { id: 'resident-0', value: middle(warm, 'resident'), bare: bare.resident },
    ];
  },
};

async function startOnce(begin) {
  const server = await begin();
  const cpuSeconds = cpuMsOf(server.pid) / 1000;
  await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
  const resident = residentMiB(server.pid);
  await server.stop();
  return { seconds: server.startMs / 1000, cpuSeconds, resident };
}
