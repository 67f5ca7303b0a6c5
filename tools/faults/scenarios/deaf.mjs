import { WS_PATH, WS_WHOLE_TOPICS } from '@kenny/contract/client';
import { API_PATHS } from '@kenny/contract/client';
import { get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { residentMiB } from '../../bench/processes.mjs';
import { snapshotOf } from '../../bench/load/snapshots.mjs';
import { percentile } from '../oracle.mjs';
import { now } from '../processes.mjs';
import { figure, must, none, shown } from '../rows.mjs';

const PCS = 100;
const DEAF = 20;
const PUSHES_A_SECOND = 40;
/** Others may be twice as slow, and a busy machine has a spread of its own. */
const RATIO = 2;
const SPREAD_MS = 25;
const MOST_MIB = 300;

/** Watchers and exports that never read what the server sends them, while PCs push. */
export async function* perform({ engine, engines, seconds }) {
  const world = await engines.world(engine);
  try {
    await world.startServer();
    const pcs = await world.joinFakePcs(PCS);
    const pushing = push(pcs);
    const alone = await readFor(world, pcs, seconds);
    const before = residentMiB(world.server.pid);
    const sockets = await deafWatchers(world);
    const withDeaf = await readFor(world, pcs, seconds);
    const exports = deafExports(world);
    const withExports = await readFor(world, pcs, seconds);
    const peak = residentMiB(world.server.pid);
    for (const socket of sockets) socket.terminate();
    for (const request of exports) request.destroy();
    await pause(3_000);
    pushing.stop();
    yield slower(`others' p99 with ${DEAF} watchers that never read`, alone, withDeaf);
    yield shown(`others' p99 with ${DEAF} unread exports as well`, told(withExports));
    yield shown(
      'memory before, with them, after',
      [before, peak, residentMiB(world.server.pid)].map((mib) => `${figure(mib)} MiB`).join(', '),
    );
    yield must(
      'memory that they took',
      `${figure(peak - before)} MiB`,
      `≤ ${MOST_MIB} MiB`,
      peak - before <= MOST_MIB,
    );
    yield none(
      'reads that were not answered 200',
      alone.wrong + withDeaf.wrong + withExports.wrong,
    );
  } finally {
    await world.close();
  }
}

function push(pcs) {
  let time = 0;
  let stopped = false;
  const run = async () => {
    for (; !stopped; time += 1) {
      const index = time % PCS;
      if (pcs.isOnline(index)) pcs.telemetry(index, snapshotOf(index, Math.floor(time / PCS)));
      await pause(1_000 / PUSHES_A_SECOND);
    }
  };
  void run();
  return { stop: () => (stopped = true) };
}

async function readFor(world, pcs, seconds) {
  const times = [];
  let wrong = 0;
  for (const end = now() + (seconds * 1000) / 3; now() < end;) {
    const pc = pcs.ids[times.length % PCS];
    const { status, ms } = await world.admin.tool('fs_list', pc, { path: '/srv' });
    times.push(ms);
    if (status !== 200) wrong += 1;
    await pause(3);
  }
  times.sort((a, b) => a - b);
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99), max: times.at(-1), wrong };
}

function deafWatchers(world) {
  const url = new URL(WS_PATH, world.url.replace(/^http/, 'ws'));
  const headers = { authorization: `Bearer ${world.admin.token}` };
  const one = async () => {
    const socket = new WebSocket(url, { headers, perMessageDeflate: false });
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    socket.on('error', () => undefined);
    for (const topic of WS_WHOLE_TOPICS) {
      const action = `${topic}.subscribe`;
      socket.send(JSON.stringify({ id: topic, type: 'request', action, payload: {} }));
    }
    socket.pause();
    return socket;
  };
  return Promise.all(Array.from({ length: DEAF }, one));
}

const deafExports = (world) =>
  Array.from({ length: DEAF }, () => {
    const headers = { authorization: `Bearer ${world.admin.token}` };
    const asked = get(new URL(API_PATHS.auditExport, world.url), { headers, agent: false });
    // Nobody reads the answer; its end is ours.
    asked.on('response', (answer) => answer.pause()).on('error', () => undefined);
    return asked;
  });

const told = ({ p50, p99, max }) => `${figure(p99)} ms (p50 ${figure(p50)}, most ${figure(max)})`;

function slower(what, before, after) {
  const bound = before.p99 * RATIO + SPREAD_MS;
  const seen = `${told(after)}; without ${told(before)}`;
  return must(what, seen, `≤ ${RATIO} × + ${SPREAD_MS} ms`, after.p99 <= bound);
}
