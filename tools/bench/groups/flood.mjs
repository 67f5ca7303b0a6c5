import { LoadGenerator } from '../load-generator.mjs';
import { IN_FLIGHT } from '../options.mjs';

const PINGS = 500_000;
const SECONDS = 8;

/**
 * One enrolled agent floods the server with pings, out of a process of its own, while others carry
 * out commands and somebody asks `/healthz`.
 */
export const flood = {
  name: 'flood',
  goals: ['flood-health', 'flood-commands'],
  async *run({ world, sizes }) {
    const { few: agents } = sizes;
    const folder = await world.fleetFolder(agents + 1);
    const server = await world.startServer(folder, { tls: true, callers: true });
    const load = await LoadGenerator.start(world, server);
    const flooder = await LoadGenerator.start(world, server);
    await load.call('connect', { from: 0, to: agents, atOnce: IN_FLIGHT });
    const seconds = SECONDS - 2;
    const measure = async () => {
      const health = load.callAlone('health', { seconds });
      const commands = await server.command({ inFlight: 1, agents, seconds });
      return { commands, health: await health };
    };
    await measure();
    const before = await measure();
    const flooding = flooder.callAlone('flood', { index: agents, count: PINGS, seconds: SECONDS });
    const during = await measure();
    const { sent, answered, connections, codes } = await flooding;
    const after = await measure();
    await flooder.stop();
    await load.stop();
    await server.stop();
    const idle = (before.commands.p99 + after.commands.p99) / 2;
    const { p50, p95, max } = during.health;
    const ends = Object.entries(codes).map(([code, times]) => `${times} × ${code}`);
    yield {
      id: 'flood-health',
      value: p95,
      note: `p50 ${ms(p50)}, longest ${ms(max)}; p95 ${ms(before.health.p95)} before; ${sent} pings sent, ${answered} answered, on ${connections} ${connections === 1 ? 'connection' : 'connections'}${ends.length === 0 ? '' : ` (${ends.join(', ')})`}`,
    };
    yield {
      id: 'flood-commands',
      value: during.commands.p99 / idle,
      note: `p99 ${ms(during.commands.p99)}, ${ms(before.commands.p99)} and ${ms(after.commands.p99)} before and after`,
    };
  },
};

const ms = (value) => `${value.toFixed(1)} ms`;
