import { worstLimit } from '../figures.mjs';
import { LoadGenerator } from '../load-generator.mjs';

/** Handshakes at the same time: as many as the server lets work at once. */
const AT_ONCE = 64;

/** What an idle agent costs, what letting one in costs, and how a fleet comes back. */
export const connections = {
  name: 'connections',
  goals: [
    ...['memory-tls', 'memory-plain', 'resident-n'],
    ...['handshake-cpu', 'handshake-rate', 'storm'],
  ],
  async *run(bench) {
    const bareTls = await fillUp(bench, (options) => startBare(bench, options), true);
    const bareStorm = await comeBack(bench, bareTls);
    const tls = await fillUp(bench, await startKenny(bench), true);
    const storm = await comeBack(bench, tls);
    const barePlain = await fillUp(bench, (options) => startBare(bench, options), false);
    await end(barePlain);
    const plain = await fillUp(bench, await startKenny(bench), false);
    await end(plain);
    const limit = worstLimit(tls.limit);
    yield* [
      { id: 'memory-tls', value: tls.slopeKiB, bare: bareTls.slopeKiB },
      { id: 'memory-plain', value: plain.slopeKiB, bare: barePlain.slopeKiB },
      { id: 'resident-n', value: tls.residentMiB, bare: bareTls.residentMiB },
      { id: 'handshake-cpu', value: tls.cpuPer1000, bare: bareTls.cpuPer1000 },
      { id: 'handshake-rate', value: tls.rate, bare: bareTls.rate, limit },
      {
        ...{ id: 'storm', value: storm.seconds, bare: bareStorm.seconds },
        note: `${storm.back} back, after ${storm.attempts} attempts in all`,
      },
    ];
  },
};

function startBare({ world, sizes }, options) {
  return world.startBare(sizes.many, options);
}

async function startKenny({ world, sizes }) {
  const folder = await world.fleetFolder(sizes.many);
  return (options) => world.startServer(folder, options);
}

/** A server with few and then many agents; what each of those in between has cost. */
async function fillUp({ world, sizes }, start, tls) {
  const server = await start({ tls });
  const load = await LoadGenerator.start(world, server);
  await load.call('connect', { from: 0, to: sizes.few, atOnce: AT_ONCE });
  const few = await server.settled();
  const filling = await load.call('connect', { from: sizes.few, to: sizes.many, atOnce: AT_ONCE });
  const many = await server.settled();
  const added = sizes.many - sizes.few;
  const wallRate = (added * 1000) / filling.ms;
  return {
    ...{ start, tls, server, load, limit: filling.limit },
    slopeKiB: ((many.residentMiB - few.residentMiB) * 1024) / added,
    residentMiB: many.residentMiB,
    cpuPer1000: filling.cpuMs / added,
    // Who is not the limit himself could have let in more: then his own CPU says how many.
    rate: filling.limit === 'server' ? wallRate : (added * 1000) / filling.cpuMs,
  };
}

/** The server dies as in a power cut and starts again at the same place. */
async function comeBack(bench, { server, load, start, tls }) {
  const back = load.callAlone('comeBack');
  await server.stop('SIGKILL');
  const again = await start({ tls, port: server.port });
  const listening = performance.timeOrigin + again.startedAt + again.startMs;
  const { lastAt, ...counts } = await back;
  await end({ server: again, load });
  return { seconds: (lastAt - listening) / 1000, ...counts };
}

async function end({ server, load }) {
  await load.stop();
  await server.stop();
}
