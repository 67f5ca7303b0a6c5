import { setTimeout as pause } from 'node:timers/promises';
import { Crowd, told } from '../crowd.mjs';
import { percentile } from '../oracle.mjs';
import { eventually, now } from '../processes.mjs';
import { atMost, figure, must, none, shown, truthRows } from '../rows.mjs';
import { whileLocked } from '../sqlite.mjs';

const PCS = 6;
const RUN_MS = 1_500;
/** Callers are refused at once, and do not wait for the lock each time. */
const REFUSED_MS = 1_000;
const DONE_MS = 10_000;

export async function* perform({ engine, engines, seconds }) {
  const world = await engines.world(engine);
  try {
    await world.startServer();
    const slow = await world.joinFakePcs(PCS, { runMs: () => RUN_MS });
    const quick = await world.joinFakePcs(PCS, { from: PCS });
    const crowd = await Crowd.gather(world, quick, { callers: 4, readers: 4 });
    const underWay = await sendOneEach(world, slow);
    crowd.begin();
    const unready = await whileLocked(world.sqlite, () => lookAtIt(world, seconds));
    const freeAt = now();
    const change = await firstChange(world, quick, freeAt);
    const dones = await Promise.all(underWay.map((one) => doneAfter(world, one, freeAt)));
    await crowd.end();
    await world.oracle.settled(world.admin);
    yield must('reads', told(crowd.answers.reads), 'all 200 or 409', onlyFine(crowd.answers.reads));
    yield shown('changes', told(crowd.answers.changes));
    yield none(
      'changes answered with a fault of the server (500)',
      crowd.answers.changes[500] ?? 0,
    );
    yield shown('refused changes were told', Object.keys(crowd.words).join(', ') || 'nothing');
    const refused = crowd.refusedMs.sort((a, b) => a - b);
    yield atMost('half of the refusals came within', percentile(refused, 0.5), REFUSED_MS, 'ms');
    yield must('`/readyz` while it is locked', unready, 'not ready', unready === 'not ready');
    yield atMost('first change after it', change / 1000, DONE_MS / 1000, 's');
    const slowest = Math.max(...dones);
    yield must(
      `${PCS} changes under way: \`done\` after it`,
      Number.isFinite(slowest) ? `${figure(slowest / 1000)} s` : 'not within 30 s',
      `≤ ${DONE_MS / 1000} s`,
      slowest <= DONE_MS,
    );
    yield* truthRows(await world.oracle.reconcile(world.admin));
    yield none('reads without a row', (await world.oracle.readsWithoutRow(world.admin)).missing);
    yield* startLocked(world, seconds);
  } finally {
    await world.close();
  }
}

const onlyFine = (counts) => Object.keys(counts).every((status) => ['200', '409'].includes(status));

/** Approved and sent, so that their answers come while nothing can be written. */
async function sendOneEach(world, pcs) {
  const approvals = await Promise.all(
    pcs.ids.map(async (id) => {
      const person = await world.newPerson();
      const { body } = await person.tool('shell_exec', id, world.oracle.newCommand());
      await person.approve(body.approval);
      return body.approval;
    }),
  );
  const sent = async ({ id }) => (await world.admin.approval(id)).state === 'sent';
  await Promise.all(approvals.map((one) => eventually('it is sent', () => sent(one))));
  return approvals;
}

async function lookAtIt(world, seconds) {
  await pause(seconds * 500);
  const { status } = await world.readyz();
  await pause(seconds * 500);
  return status === 503 ? 'not ready' : `ready (${status})`;
}

async function firstChange(world, pcs, since) {
  const person = await world.newPerson();
  await eventually('a change is possible', async () => {
    const asked = await person.tool('shell_exec', pcs.ids[0], world.oracle.newCommand());
    if (asked.status !== 202) return undefined;
    const { status, body } = await person.approve(asked.body.approval, 20);
    return status === 200 && body.approval.state === 'done';
  });
  return now() - since;
}

async function doneAfter(world, { id }, since) {
  const done = async () => (await world.admin.approval(id)).state === 'done';
  const came = await eventually('it is done', done, 30_000).catch(() => false);
  return came ? now() - since : Infinity;
}

const lastLine = (text) => text.trim().split('\n').at(-1);

async function* startLocked(world, seconds) {
  await world.server.stop();
  const server = world.launch();
  const began = now();
  const words = await whileLocked(world.sqlite, async () => {
    const up = world.healthy(server, seconds * 1000).then(
      () => `healthy after ${figure((now() - began) / 1000)} s`,
      () => (server.running ? undefined : `ended: ${lastLine(server.output)}`),
    );
    const [found] = await Promise.all([up, pause(Math.min(seconds, 12) * 1000)]);
    return found;
  });
  const free = now();
  if (server.running) await world.healthy(server);
  yield must(
    'a start while it is locked',
    words ?? `healthy ${figure((now() - free) / 1000)} s after it`,
    'healthy, or ended with words for people',
    !words?.includes('a fault of its own'),
  );
}
