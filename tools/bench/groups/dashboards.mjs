import { IN_FLIGHT, WATCHERS } from '../options.mjs';
import { connectedLoad, cpuUs, perCore } from './commands.mjs';

/**
 * Dashboards that watch everything while commands run. Each command makes one event, its row of the
 * audit; what the dashboards' copies of it cost is what a command costs more with them.
 */
export const dashboards = {
  name: 'dashboards',
  goals: ['command-kept', 'fan-out'],
  async *run(bench) {
    const { world, sizes } = bench;
    const bare = await measure(bench, await world.startBare(sizes.few, { tls: true }));
    const folder = await world.fleetFolder(sizes.few);
    const kenny = await measure(bench, await world.startServer(folder, { tls: true }));
    const { limit } = kenny.watched;
    const { rows, gaps } = kenny.seen;
    const note = `${rows} copies of ${kenny.watched.done} events arrived, ${gaps} gaps`;
    yield { id: 'command-kept', value: kept(kenny), bare: kept(bare), limit };
    yield { id: 'fan-out', value: fanOutUs(kenny), bare: fanOutUs(bare), note };
  },
};

async function measure(bench, server) {
  const { few: agents, seconds } = bench.sizes;
  const load = await connectedLoad(bench, server);
  await load.call('command', { inFlight: IN_FLIGHT, agents, seconds });
  const alone = await load.call('command', { inFlight: IN_FLIGHT, agents, seconds });
  await load.call('watch', { count: WATCHERS });
  await load.call('watched');
  const watched = await load.call('command', { inFlight: IN_FLIGHT, agents, seconds });
  const seen = await load.call('watched');
  await load.stop();
  await server.stop();
  return { alone, watched, seen };
}

const kept = ({ alone, watched }) => (perCore(watched) / perCore(alone)) * 100;

const fanOutUs = ({ alone, watched }) => (cpuUs(watched) - cpuUs(alone)) / WATCHERS;
