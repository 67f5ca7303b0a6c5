import { setTimeout as pause } from 'node:timers/promises';
import { Crowd, told } from '../crowd.mjs';
import { percentile } from '../oracle.mjs';
import { now } from '../processes.mjs';
import { rowsSettled } from '../trouble.mjs';
import { atLeast, must, none, shown, truthRows, figure } from '../rows.mjs';

const PCS = 50;
const PEOPLE = { callers: 12, readers: 6 };
/** One kill in so many comes while the server starts. */
const DURING_START = 6;
const KILLS = 60;

export async function* perform({ engine, engines, seconds }) {
  const world = await engines.world(engine);
  try {
    await world.startServer();
    const pcs = await world.joinFakePcs(PCS);
    const crowd = await Crowd.gather(world, pcs, PEOPLE);
    crowd.begin();
    const kills = await killFor(world, pcs, seconds);
    await crowd.end();
    const settledMs = await world.oracle.settled(world.admin);
    const truth = await world.oracle.reconcile(world.admin);
    yield atLeast('kills', kills.all, wantedKills(seconds));
    yield shown('of these during a start', kills.early);
    yield* truthRows(truth);
    yield none('approvals without an end afterwards', truth.open);
    yield shown('all settled after the last kill', `${figure(settledMs / 1000)} s`);
    await rowsSettled(world);
    yield* readRows(await world.oracle.readsWithoutRow(world.admin), crowd);
    yield* backRows(world, kills.back);
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

const wantedKills = (seconds) => Math.min(KILLS, Math.floor(seconds / 4));

/** For so long, and on a busy machine longer until there were enough kills. */
async function killFor(world, pcs, seconds) {
  const end = now() + seconds * 1000;
  const kills = { all: 0, early: 0, back: [] };
  while (now() < end || (kills.all < wantedKills(seconds) && now() < end + 2 * seconds * 1000)) {
    await pause(400 + Math.random() * 2_000);
    await world.killServer();
    kills.all += 1;
    if (kills.all % DURING_START === 0) {
      world.launch();
      await pause(Math.random() * 1_200);
      await world.killServer();
      kills.all += 1;
      kills.early += 1;
    }
    const began = now();
    await world.startServer();
    await pcs.allOnline();
    kills.back.push(now() - began);
  }
  return kills;
}

function* readRows({ missing, of, ages, sensitive }, crowd) {
  yield shown('answered reads', `${of} (${told(crowd.answers.reads)})`);
  yield shown('of these without a row', missing);
  yield none('of these without a row, of sensitive reads', sensitive);
  const marks = [percentile(ages, 0.5), percentile(ages, 0.95), ages.at(-1) ?? 0];
  yield shown(
    'age of an answer without a row at the kill: p50, p95, most',
    marks.map((ms) => `${figure(ms)} ms`).join(', '),
  );
}

function* backRows(world, back) {
  const starts = world.starts.toSorted((a, b) => a - b);
  const seen = (times) =>
    [percentile(times, 0.5), times.at(-1) ?? 0].map((ms) => `${figure(ms / 1000)} s`).join(', ');
  yield shown('healthy after a start: p50, most', seen(starts));
  yield shown(`all ${PCS} PCs back: p50, most`, seen(back.toSorted((a, b) => a - b)));
}
