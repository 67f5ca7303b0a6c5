import { API_PATHS } from '@kenny/contract/client';
import { median, percentile } from '../figures.mjs';
import { HttpConnection } from '../load/http-connection.mjs';
import { LoadGenerator } from '../load-generator.mjs';
import { connectedLoad, cpuUs } from './commands.mjs';
import { IN_FLIGHT } from '../options.mjs';

const ROUNDS = 25;
const REQUESTS = 50;

/**
 * What `/metrics` costs: a command with the listeners and without them, by turns in one process, so
 * that the machine's own noise meets both; and one reading of a large fleet.
 */
export const metrics = {
  name: 'metrics',
  goals: ['metrics-command', 'metrics-read', 'metrics-series'],
  async *run(bench) {
    yield await commandCost(bench);
    yield* await reading(bench);
  },
};

async function commandCost(bench) {
  const { world, sizes } = bench;
  const options = { tls: true, callers: true };
  const server = await world.startServer(await world.fleetFolder(sizes.few), options);
  const load = await connectedLoad(bench, server);
  const count = sizes.seconds * 500;
  const round = () => server.command({ inFlight: IN_FLIGHT, agents: sizes.few, count });
  await round();
  const costs = { on: [], off: [] };
  const ratios = [];
  for (let i = 0; i < ROUNDS; i += 1) {
    // Each begins as often as the other: what warms up or fills up meets both alike.
    for (const which of i % 2 === 0 ? ['on', 'off'] : ['off', 'on']) {
      await server.ask('load', { listeners: which });
      costs[which].push(cpuUs(await round()));
    }
    ratios.push(costs.on.at(-1) / costs.off.at(-1));
  }
  await load.stop();
  await server.stop();
  const [on, off] = [median(costs.on), median(costs.off)];
  const note = `${on.toFixed(1)} µs of CPU with, ${off.toFixed(1)} µs without; the middle of ${ROUNDS} pairs`;
  return { id: 'metrics-command', value: (median(ratios) - 1) * 100, note };
}

/** Read by who asks again and again, while many PCs are connected and commands have been carried out. */
async function reading(bench) {
  const { world, quick, sizes } = bench;
  const fleet = quick ? 1_000 : 10_000;
  const server = await world.startServer(await world.fleetFolder(fleet), { callers: true });
  const load = await LoadGenerator.start(world, server);
  await load.call('connect', { from: 0, to: sizes.many, atOnce: IN_FLIGHT });
  const commands = { inFlight: IN_FLIGHT, agents: sizes.many, count: sizes.many };
  await server.command(commands);
  const connection = new HttpConnection({ url: server.url });
  await connection.opened;
  const request = connection.request('GET', API_PATHS.metrics, world.token, '', '');
  const times = [];
  let answer = await connection.send(request);
  for (let i = 0; i < REQUESTS; i += 1) {
    const before = performance.now();
    answer = await connection.send(request);
    times.push(performance.now() - before);
  }
  connection.close();
  await load.stop();
  await server.stop();
  const lines = answer.body.toString('utf8').split('\n');
  const series = lines.filter((line) => line !== '' && !line.startsWith('#')).length;
  const middle = median(times).toFixed(1);
  const note = `${fleet} PCs, ${sizes.many} of them connected, ${REQUESTS} readings in a row, the middle one ${middle} ms`;
  return [
    { id: 'metrics-read', value: percentile(times, 95), note },
    { id: 'metrics-series', value: series, note: `after ${commands.count} commands` },
  ];
}
