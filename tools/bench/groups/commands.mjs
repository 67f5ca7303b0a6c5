import { LoadGenerator } from '../load-generator.mjs';
import { IN_FLIGHT } from '../options.mjs';

/**
 * Commands twice. Through Dispatch, with callers inside the server: what every door has in common,
 * the right to ask, the guard, the tunnel over TLS, the agent's answer and the audit. And over the
 * HTTP door with TLS, from the caller's request to the caller's answer; caller and agents are both
 * in the load generator, so its own part is in these figures, the bare server's too.
 */
export const commands = {
  name: 'commands',
  goals: [
    ...['command-1-p50', 'command-1-p99', 'command-64-p50', 'command-64-p99', 'command-rate'],
    ...['audit-growth', 'http-1-p50', 'http-64-p50', 'http-64-p99', 'http-rate'],
  ],
  async *run(bench) {
    const { world, sizes } = bench;
    const floor = await measure(bench, await world.startBare(sizes.few, { tls: true }));
    const options = { tls: true, callers: true };
    const server = await world.startServer(await world.fleetFolder(sizes.few), options);
    const { inside, http, growth } = await measure(bench, server, auditGrowth);
    yield { id: 'command-1-p50', value: inside.one.p50, bare: floor.inside.one.p50 };
    yield { id: 'command-1-p99', value: inside.one.p99, bare: floor.inside.one.p99 };
    yield { id: 'command-64-p50', value: inside.many.p50, bare: floor.inside.many.p50 };
    yield { id: 'command-64-p99', value: inside.many.p99, bare: floor.inside.many.p99 };
    yield { id: 'command-rate', ...rateRow(inside.many, floor.inside.many) };
    yield { id: 'audit-growth', ...growth };
    const { limit } = http.many;
    yield { id: 'http-1-p50', value: http.one.p50, bare: floor.http.one.p50 };
    yield { id: 'http-64-p50', value: http.many.p50, bare: floor.http.many.p50, limit };
    yield { id: 'http-64-p99', value: http.many.p99, bare: floor.http.many.p99, limit };
    yield { id: 'http-rate', ...rateRow(http.many, floor.http.many), limit };
  },
};

async function measure(bench, server, more = () => undefined) {
  const { sizes } = bench;
  const { few: agents, seconds } = sizes;
  const load = await connectedLoad(bench, server);
  const inside = (inFlight, limits = { seconds }) =>
    server.command({ inFlight, agents, ...limits });
  const http = (inFlight) => load.call('command', { inFlight, agents, seconds });
  await inside(IN_FLIGHT);
  const insideFigures = { one: await inside(1), many: await inside(IN_FLIGHT) };
  const growth = await more(sizes, server, (count) => inside(IN_FLIGHT, { count }));
  await http(IN_FLIGHT);
  const httpFigures = { one: await http(1), many: await http(IN_FLIGHT) };
  await load.stop();
  await server.stop();
  return { inside: insideFigures, http: httpFigures, growth };
}

/** The fewer agents, all connected. */
export async function connectedLoad({ world, sizes }, server) {
  const load = await LoadGenerator.start(world, server);
  await load.call('connect', { from: 0, to: sizes.few, atOnce: IN_FLIGHT });
  return load;
}

/** CPU of the server for one command, those of the warm-up among them. */
export function cpuUs({ all, cpuMs }) {
  return (cpuMs * 1000) / all;
}

/** On the server's own core; what nobody could ask for is worked out from the server's CPU. */
export function perCore(figures) {
  return figures.limit === 'server' ? figures.rate : 1e6 / cpuUs(figures);
}

function rateRow(figures, floor) {
  const { rate } = figures;
  const note = `${rate.toFixed(0)} a second came through, ${cpuUs(figures).toFixed(0)} µs of CPU each`;
  return { value: perCore(figures), bare: perCore(floor), note };
}

/** Memory before and after so many rows, garbage collected both times. */
async function auditGrowth({ auditRows }, server, run) {
  const before = await server.settled();
  await run(auditRows);
  const after = await server.settled();
  const scale = 100_000 / auditRows / 2 ** 20;
  const used = ({ memory }) => memory.heapUsed + memory.external;
  const resident = (after.residentMiB - before.residentMiB).toFixed(1);
  return {
    value: Math.max(0, (used(after) - used(before)) * scale),
    note: `from ${auditRows} rows; resident memory grew by ${resident} MiB`,
  };
}
