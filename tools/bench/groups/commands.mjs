import { LoadGenerator } from '../load-generator.mjs';
import { IN_FLIGHT } from '../options.mjs';

/**
 * Commands over the HTTP door with TLS: from the caller's request to the caller's answer, with the
 * right to ask, the guard, the agent's answer and the audit in between. Caller and agents are both
 * in the load generator, so its own part is in every figure, the bare server's too.
 */
export const commands = {
  name: 'commands',
  goals: [
    ...['command-1-p50', 'command-1-p99', 'command-64-p50', 'command-64-p99'],
    ...['command-rate', 'audit-growth'],
  ],
  async *run(bench) {
    const { world, sizes } = bench;
    const bare = await begin(bench, await world.startBare(sizes.few, { tls: true }));
    const floor = await roundTrips(bench, bare.load);
    await end(bare);
    const folder = await world.fleetFolder(sizes.few);
    const kenny = await begin(bench, await world.startServer(folder, { tls: true }));
    const { one, many } = await roundTrips(bench, kenny.load);
    const { limit } = many;
    yield { id: 'command-1-p50', value: one.p50, bare: floor.one.p50 };
    yield { id: 'command-1-p99', value: one.p99, bare: floor.one.p99 };
    yield { id: 'command-64-p50', value: many.p50, bare: floor.many.p50, limit };
    yield { id: 'command-64-p99', value: many.p99, bare: floor.many.p99, limit };
    yield {
      ...{ id: 'command-rate', value: perCore(many), bare: perCore(floor.many), limit },
      note: `${many.rate.toFixed(0)} a second came through, ${cpuUs(many).toFixed(0)} µs of CPU each`,
    };
    yield { id: 'audit-growth', ...(await auditGrowth(bench, kenny)) };
    await end(kenny);
  },
};

/** A server with its agents, warmed up. */
export async function begin({ world, sizes }, server) {
  const load = await LoadGenerator.start(world, server);
  const agents = sizes.few;
  await load.call('connect', { from: 0, to: agents, atOnce: IN_FLIGHT });
  await load.call('command', { inFlight: IN_FLIGHT, agents, seconds: sizes.seconds / 2 });
  return { server, load };
}

export async function end({ server, load }) {
  await load.stop();
  await server.stop();
}

async function roundTrips({ sizes }, load) {
  const { few: agents, seconds } = sizes;
  const one = await load.call('command', { inFlight: 1, agents, seconds });
  const many = await load.call('command', { inFlight: IN_FLIGHT, agents, seconds });
  return { one, many };
}

/** CPU of the server for one command. */
export function cpuUs({ done, cpuMs }) {
  return (cpuMs * 1000) / done;
}

/** On the server's own core; what nobody could ask for is worked out from the server's CPU. */
export function perCore(commands) {
  return commands.limit === 'server' ? commands.rate : 1e6 / cpuUs(commands);
}

/** Memory before and after so many rows, garbage collected both times. */
async function auditGrowth({ sizes }, { server, load }) {
  const before = await server.settled();
  await load.call('command', { inFlight: IN_FLIGHT, agents: sizes.few, count: sizes.auditRows });
  const after = await server.settled();
  const scale = 100_000 / sizes.auditRows / 2 ** 20;
  const used = ({ memory }) => memory.heapUsed + memory.external;
  const resident = (after.residentMiB - before.residentMiB).toFixed(1);
  return {
    value: Math.max(0, (used(after) - used(before)) * scale),
    note: `from ${sizes.auditRows} rows; resident memory grew by ${resident} MiB`,
  };
}
