import pg from 'pg';
import { LoadGenerator } from '../load-generator.mjs';
import { IN_FLIGHT } from '../options.mjs';
import { countRows } from '../stored-rows.mjs';
import { RATES } from '@kenny/contract/agent';

const POLL_MS = 100;
const PATIENCE_MS = 120_000;
const MIXED_RATE = 500;

/** Snapshots as fast as they are stored, and what they do to everybody else. */
export const telemetry = {
  name: 'telemetry',
  goals: ['ingest-sqlite', 'ingest-postgres', 'loop-delay'],
  async *run(bench) {
    yield await onSqlite(bench);
    yield await mixed(bench);
    yield await onPostgres(bench);
  },
};

async function onSqlite({ world, sizes }) {
  const folder = await world.fleetFolder(sizes.many);
  const server = await world.startServer(folder);
  const stored = await countRows.sqlite(folder);
  return { id: 'ingest-sqlite', ...(await ingest(world, server, sizes.many, stored)) };
}

async function onPostgres({ world, sizes }) {
  const { startPostgres } = await import('../../run/postgres.mjs');
  const postgres = await startPostgres();
  if (postgres.skipped) return { id: 'ingest-postgres', skipped: postgres.skipped };
  const agents = sizes.few;
  try {
    const env = { KENNY_DATABASE_URL: postgres.url };
    const server = await world.startServer(world.newFolder('data'), { env });
    await world.enrol(server, 0, agents);
    const stored = await countRows.postgres(pg, postgres.url);
    const figures = await ingest(world, server, agents, stored);
    const note = `${figures.note}; PostgreSQL is not pinned and does not wait for the disk`;
    return { id: 'ingest-postgres', ...figures, note };
  } finally {
    await postgres.stop();
  }
}

/** The agents' whole allowance at once: from the first byte sent to the last row another sees. */
async function ingest(world, server, agents, stored) {
  const load = await LoadGenerator.start(world, server);
  await load.call('connect', { from: 0, to: agents, atOnce: IN_FLIGHT });
  const count = agents * RATES.telemetry.burst;
  const before = await server.sample();
  const { started, bytes, limit } = await load.call('snapshots', { count });
  const giveUp = performance.now() + PATIENCE_MS;
  while ((await stored.count()) < count) {
    if (performance.now() > giveUp) throw new Error(`only ${await stored.count()} of ${count}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  const seconds = (performance.timeOrigin + performance.now() - started) / 1000;
  const after = await server.sample();
  await stored.close();
  await load.stop();
  await server.stop();
  const cpu = ((after.cpuMs - before.cpuMs) / count).toFixed(2);
  const note = `${count} snapshots of ${(bytes / 1024).toFixed(1)} KiB, ${cpu} ms CPU each`;
  return { value: count / seconds, limit: limit === 'generator' ? 'server' : limit, note };
}

/** Both at once for as long as the agents' allowance lasts. */
async function mixed({ world, sizes }) {
  const folder = await world.fleetFolder(sizes.many);
  const server = await world.startServer(folder);
  const load = await LoadGenerator.start(world, server);
  const agents = sizes.many;
  await load.call('connect', { from: 0, to: agents, atOnce: IN_FLIGHT });
  const { seconds } = sizes;
  await server.resetDelay();
  const snapshots = load.call('snapshots', { count: MIXED_RATE * seconds, rate: MIXED_RATE });
  const commands = await load.call('command', { inFlight: IN_FLIGHT, agents, seconds });
  await snapshots;
  const { delay } = await server.sample();
  await load.stop();
  await server.stop();
  const note = `longest ${delay.max.toFixed(0)} ms; ${commands.rate.toFixed(0)} commands/s meanwhile`;
  return { id: 'loop-delay', value: delay.p99, limit: commands.limit, note };
}
