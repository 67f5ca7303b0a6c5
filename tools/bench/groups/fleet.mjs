import { API_PATHS } from '@kenny/contract/client';
import { gunzipSync } from 'node:zlib';
import { percentile } from '../figures.mjs';
import { HttpConnection } from '../load/http-connection.mjs';
import { LoadGenerator } from '../load-generator.mjs';
import { IN_FLIGHT } from '../options.mjs';

const REQUESTS = 100;

/** The page that every dashboard begins with. */
export const fleet = {
  name: 'fleet',
  goals: ['fleet-p95', 'fleet-gzip'],
  async *run({ world, sizes }) {
    const agents = sizes.fleet;
    const server = await world.startServer(await world.fleetFolder(agents));
    const load = await LoadGenerator.start(world, server);
    await load.call('connect', { from: 0, to: agents, atOnce: IN_FLIGHT });
    await load.call('snapshots', { count: agents });
    const { times, packed, whole } = await askOften(world, server, agents);
    await load.stop();
    await server.stop();
    const note = `${(whole / 1024).toFixed(0)} KiB unpacked`;
    yield* [
      { id: 'fleet-p95', value: percentile(times, 95), note: `${REQUESTS} requests in a row` },
      { id: 'fleet-gzip', value: packed / 1000, note },
    ];
  },
};

async function askOften(world, server, agents) {
  const connection = new HttpConnection({ url: server.url });
  await connection.opened;
  const request = connection.request(
    ...['GET', API_PATHS.fleet, world.token, '', 'Accept-Encoding: gzip\r\n'],
  );
  const complete = ({ body }) => {
    const view = JSON.parse(gunzipSync(body).toString('utf8'));
    return view.agents.filter(({ received_at }) => received_at !== null).length === agents;
  };
  let answer = await connection.send(request);
  while (!complete(answer)) answer = await connection.send(request);
  const times = [];
  for (let i = 0; i < REQUESTS; i += 1) {
    const before = performance.now();
    answer = await connection.send(request);
    times.push(performance.now() - before);
  }
  connection.close();
  return { times, packed: answer.body.length, whole: gunzipSync(answer.body).length };
}
