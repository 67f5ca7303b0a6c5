import { systemClock } from '@kenny/kernel';
import { join } from 'node:path';
import { clearInterval, setInterval } from 'node:timers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AuditStore } from '../../apps/server/dist/audit/index.js';
import { FileServerIdentity } from '../../apps/server/dist/config/index.js';
import { insertRows, openDatabase } from '../../apps/server/dist/database/index.js';
import { SCHEMA } from '../../apps/server/dist/schema.js';
import { IN_FLIGHT } from './options.mjs';

/** A time, not a number of rows: on a busy machine that number may take minutes. */
const MEASURED_MS = 1_500;
/** More than wait in memory would go to the spool, and be no part of this measurement. */
const MOST_WAITING = 1_000;
const ENTRY = {
  ...{ kind: 'call', actor: { kind: 'operator', id: 'anna', name: 'Anna' }, door: 'http' },
  ...{ agent_id: 'pc1', tool: 'fs_list', args: { path: '/tmp' }, ok: true, duration_ms: 12 },
};

const [dataDir] = process.argv.slice(2);
const config = {
  ...{ dataDir, serverSeed: null },
  database: { type: 'sqlite', file: join(dataDir, 'kenny.db') },
};
const database = await openDatabase(config, SCHEMA, systemClock);
const { writer, reads } = database;
await writer.write(({ manager }) => manager.query('CREATE TABLE note (id varchar PRIMARY KEY)'));

const identity = new FileServerIdentity(config);
const store = await AuditStore.open({ config, writer, reads, identity, clock: systemClock });
const figures = {
  alone: await written(1),
  together: await written(IN_FLIGHT),
  recorded: await recorded(),
  appended: await during(IN_FLIGHT, (call_id) =>
    writer.write((tx) => store.log.append(tx, { ...ENTRY, call_id })),
  ),
};
const { rows, ...verified } = await verify();
const expected = figures.recorded.rows + figures.appended.rows;
if (rows !== expected) throw new Error(`${expected} rows were recorded, ${rows} verified`);
await store.close();
await database.close();
process.send({ type: 'figures', figures: { ...figures, verified } }, () => process.disconnect());

/** Durable writes, so many at a time: all of them have to be there. */
async function written(inFlight) {
  const before = writer.stats();
  const figure = await during(inFlight, (id) =>
    writer.write(({ manager }) => insertRows(manager, 'note', ['id'], [[`${inFlight}-${id}`]])),
  );
  const committed = writer.stats().committed - before.committed;
  if (committed !== figure.rows) throw new Error(`${committed} of ${figure.rows} were committed`);
  return figure;
}

/** As calls come: a few to a turn of the loop. */
async function recorded() {
  let rows = 0;
  const started = performance.now();
  while (performance.now() - started < MEASURED_MS) {
    for (let i = 0; i < 64; i += 1) store.log.record({ ...ENTRY, call_id: `r${(rows += 1)}` });
    await nextTurn();
    if (store.log.status().waiting > MOST_WAITING) await store.log.flush();
  }
  await store.log.flush();
  return { rows, perSecond: (rows * 1_000) / (performance.now() - started) };
}

async function verify() {
  const started = performance.now();
  let [last, held] = [started, 0];
  const watch = setInterval(() => {
    held = Math.max(held, performance.now() - last - 1);
    last = performance.now();
  }, 1);
  const { ok, rows } = await store.verify().finally(() => clearInterval(watch));
  if (!ok) throw new Error('the audit log that was just written does not verify');
  return { rows, held, perSecond: (rows * 1_000) / (performance.now() - started) };
}

async function during(inFlight, write) {
  let rows = 0;
  const started = performance.now();
  const worker = async () => {
    do await write(String((rows += 1)));
    while (performance.now() - started < MEASURED_MS);
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
  return { rows, perSecond: (rows * 1_000) / (performance.now() - started) };
}
