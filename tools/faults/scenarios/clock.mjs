import { setTimeout as pause } from 'node:timers/promises';
import { WallClock } from '../clocks.mjs';
import { eventually, now } from '../processes.mjs';
import { atMost, figure, must, none, truthRows } from '../rows.mjs';

const PCS = 20;
const RUN_MS = 3_000;
const TTL_S = 60;
const EXPIRY_CHECK_S = 15;
const JUMPS = [-1, 0, 1, 0, 26, 0];
/** libfaketime looks at its file once a second. */
const SEEN_MS = 1_500;

export async function* perform({ engine, engines }) {
  const world = await engines.world(engine);
  try {
    const wall = new WallClock(world.folder);
    await world.startServer({ env: { ...wall.env, KENNY_APPROVAL_TTL_SECS: String(TTL_S) } });
    const pcs = await world.joinFakePcs(PCS, { runMs: () => RUN_MS });
    const agent = await world.newAgent('real');
    agent.start();
    await world.online('real');
    yield* jumps(world, wall, pcs);
    yield* underWay(world, wall, pcs);
    yield* orderAfterSetBack(world, wall, pcs);
    yield* unknownAhead(world, wall, pcs);
    yield* openBeforeSetBack(world, wall, pcs);
    await world.oracle.settled(world.admin, 20_000);
    yield* truthRows(await world.oracle.reconcile(world.admin));
    const { ok, rows, findings } = await world.admin.verify();
    yield must(
      '`audit verify`',
      ok ? `intact, ${rows} rows` : JSON.stringify(findings),
      'intact',
      ok,
    );
  } finally {
    await world.close();
  }
}

async function jump(wall, hours) {
  wall.set(hours);
  await pause(SEEN_MS);
}

const ask = async (world, pc) => {
  const { body } = await world.admin.tool('shell_exec', pc, world.oracle.newCommand());
  return body.approval;
};

async function* jumps(world, wall, pcs) {
  const offline = new Set();
  const ends = {};
  for (const hours of JUMPS) {
    wall.set(hours);
    for (const end = now() + 4_000; now() < end;) {
      const { agents } = await world.admin.must('GET', '/api/fleet');
      for (const { agent_id, online } of agents) if (!online) offline.add(agent_id);
      await pause(250);
    }
    const approval = await ask(world, pcs.ids[0]);
    const { body } = await world.admin.approve(approval, 20);
    const state = body.approval?.state ?? body.error?.code;
    ends[state] = (ends[state] ?? 0) + 1;
  }
  yield none(`PCs that looked offline at ${JUMPS.map((h) => `${h} h`).join(', ')}`, [...offline]);
  yield must('a change after each', JSON.stringify(ends), 'all done', ends.done === JUMPS.length);
}

async function* underWay(world, wall, pcs) {
  const approval = await ask(world, pcs.ids[1]);
  const answer = world.admin.approve(approval, 25);
  await pause(800);
  wall.set(1);
  const { body } = await answer;
  await jump(wall, 0);
  const { state } = body.approval;
  yield must('a call under way at +1 h: the caller is told', state, 'done', state === 'done');
}

async function* orderAfterSetBack(world, wall, pcs) {
  await ask(world, pcs.ids[2]);
  await jump(wall, -1);
  const newest = await ask(world, pcs.ids[3]);
  const { items } = await world.admin.must('GET', '/api/approvals?limit=5');
  await jump(wall, 0);
  const place = items.findIndex(({ id }) => id === newest.id) + 1;
  yield must(
    'place of the newest approval in the list after −1 h',
    place || 'further down',
    '1',
    place === 1,
  );
}

/** Its PC goes away while the command runs, and is back while the calendar is a day ahead. */
async function* unknownAhead(world, wall, pcs) {
  const approval = await ask(world, pcs.ids[4]);
  await world.admin.approve(approval, 0);
  await eventually('it runs', () => world.oracle.runsOf(approval.args) === 1);
  await jump(wall, 26);
  pcs.hangUp();
  const backAt = now();
  const stateNow = async () => (await world.admin.approval(approval.id)).state;
  const done = await eventually(
    'it is done',
    async () => (await stateNow()) === 'done',
    20_000,
  ).catch(() => false);
  const seen = done ? `done after ${figure((now() - backAt) / 1000)} s` : await stateNow();
  await jump(wall, 0);
  yield must('an unknown call whose PC comes back at +26 h', seen, 'done', done);
  await pcs.allOnline();
}

async function* openBeforeSetBack(world, wall, pcs) {
  const began = now();
  const approval = await ask(world, pcs.ids[5]);
  await jump(wall, -1);
  const gone = async () => (await world.admin.approval(approval.id)).state !== 'pending';
  await eventually('it has expired', gone, (TTL_S + EXPIRY_CHECK_S + 30) * 1000, 500);
  await jump(wall, 0);
  const lived = (now() - began - SEEN_MS) / 1000;
  yield atMost('an approval opened before −1 h lived', lived, TTL_S + EXPIRY_CHECK_S, 's');
}
