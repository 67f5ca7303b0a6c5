import { AGENT_SOCKET_PATH } from '@kenny/contract/agent';
import { MCP_PATH } from '@kenny/contract/agent';
import { API_PATHS, WS_PATH } from '@kenny/contract/client';
import { randomInt } from 'node:crypto';
import { WebSocket } from 'ws';
import { now } from '../processes.mjs';
import { told } from '../crowd.mjs';
import { figure, must, none, shown } from '../rows.mjs';
import { percentile } from '../oracle.mjs';
import { seeded } from '../seeded.mjs';

const LANES = 4;
const CANARY_MS = 1_000;

/** Random requests and frames at every door, while somebody works. */
export async function* perform({ engine, engines, seconds }) {
  const world = await engines.world(engine);
  const seed = randomInt(2 ** 31);
  try {
    await world.startServer();
    const pcs = await world.joinFakePcs(2);
    const random = seeded(seed);
    const counts = { frames: 0, answers: {} };
    const canary = [];
    const end = now() + seconds * 1000;
    const lanes = [
      ...Array.from({ length: LANES }, () => httpLane(world, random, end, counts)),
      socketLane(world, WS_PATH, random, end, counts),
      socketLane(world, AGENT_SOCKET_PATH, random, end, counts),
      canaryLane(world, pcs, end, canary),
    ];
    await Promise.all(lanes);
    canary.sort((a, b) => a - b);
    const alive = world.server.running;
    yield shown('seed', seed);
    yield shown('requests, by answer', told(counts.answers));
    yield shown('frames on sockets', counts.frames);
    yield must('the process', alive ? 'lives' : 'ended', 'lives', alive);
    yield none('answers 500', counts.answers[500] ?? 0);
    const p99 = percentile(canary, 0.99);
    yield must(
      "somebody's reads meanwhile: p99",
      `${figure(p99)} ms`,
      `≤ ${CANARY_MS} ms`,
      p99 <= CANARY_MS,
    );
    const { ok, findings } = await world.admin.verify();
    yield must('`audit verify`', ok ? 'intact' : JSON.stringify(findings), 'intact', ok);
  } finally {
    await world.close();
  }
}

async function httpLane(world, random, end, counts) {
  const paths = Object.values(API_PATHS).map((path) =>
    typeof path === 'string' ? path : path('x'),
  );
  while (now() < end) {
    const path = random.of([...paths, MCP_PATH, API_PATHS.tool('shell_exec')]);
    const method = random.of(['POST', 'POST', 'GET', 'PATCH', 'DELETE']);
    if (path === API_PATHS.logout || path === API_PATHS.chat) continue;
    const body = method === 'GET' ? undefined : random.value();
    const answer = await world.admin.send(method, path, body).catch(() => ({ status: 'cut' }));
    counts.answers[answer.status] = (counts.answers[answer.status] ?? 0) + 1;
  }
}

async function socketLane(world, path, random, end, counts) {
  const url = new URL(path, world.url.replace(/^http/, 'ws'));
  const headers = { authorization: `Bearer ${world.admin.token}` };
  while (now() < end) {
    const socket = new WebSocket(url, { headers });
    socket.on('error', () => undefined);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    const opened = new Promise((resolve) => socket.once('open', resolve));
    await Promise.race([opened, closed]);
    for (let i = 0; i < 20 && socket.readyState === WebSocket.OPEN; i += 1) {
      const text = JSON.stringify(random.value());
      socket.send(random.chance(0.3) ? text.slice(0, random.below(text.length)) : text);
      counts.frames += 1;
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    socket.terminate();
    await closed;
  }
}

async function canaryLane(world, pcs, end, times) {
  const person = await world.newPerson();
  while (now() < end) {
    const { ms } = await person.tool('fs_list', pcs.ids[0], { path: '/srv' });
    times.push(ms);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
