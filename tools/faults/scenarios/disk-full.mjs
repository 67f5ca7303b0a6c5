import { Crowd } from '../crowd.mjs';
import { smallDisk } from '../disks.mjs';
import { now } from '../processes.mjs';
import { atMost, figure, must, none, shown, truthRows } from '../rows.mjs';
import {
  doneRows,
  firstChange,
  firstChangeRow,
  lookAtReadiness,
  readRecordRows,
  sendOneEach,
  toldRows,
} from '../trouble.mjs';

const DISK_MIB = 80;
const PCS = 5;
const RUN_MS = 1_500;
/** One line says what the state is; a batch is no state. */
const MOST_LINES = 60;

/** The data folder lies on a disk of its own that has no room for so long. */
export async function* perform({ engine, engines, seconds }) {
  const world = await engines.world(engine);
  try {
    const disk = smallDisk(world, world.dataDir, DISK_MIB);
    await world.startServer();
    const slow = await world.joinFakePcs(PCS, { runMs: () => RUN_MS });
    const quick = await world.joinFakePcs(PCS, { from: PCS });
    const crowd = await Crowd.gather(world, quick, { callers: 4, readers: 6 });
    const underWay = await sendOneEach(world, slow);
    const linesBefore = world.server.lines;
    disk.fill();
    crowd.begin();
    const readiness = await lookAtReadiness(world, seconds, () => disk.fill());
    yield must(
      'the process',
      world.server.running ? 'lives' : 'ended',
      'lives',
      world.server.running,
    );
    const lines = world.server.lines - linesBefore;
    disk.free();
    const roomAt = now();
    yield* toldRows(crowd, readiness);
    yield atMost('lines in the server log meanwhile', lines, MOST_LINES);
    yield firstChangeRow(await firstChange(world, quick.ids[0], roomAt));
    yield* doneRows(world, underWay, roomAt);
    await crowd.end();
    await world.oracle.settled(world.admin);
    yield* truthRows(await world.oracle.reconcile(world.admin));
    yield* changesWithoutRow(world);
    yield* readRecordRows(world);
    yield* startOnFullDisk(world, disk, quick);
  } finally {
    await world.close();
  }
}

async function* changesWithoutRow(world) {
  const claimed = new Set(
    (await world.admin.record())
      .filter(({ kind, target }) => kind === 'decision' && target === 'claim')
      .map(({ approval_id }) => approval_id),
  );
  const ran = (await world.admin.approvals()).filter(({ args }) => world.oracle.runsOf(args) > 0);
  yield none(
    'changes that ran without a row',
    ran.filter(({ id }) => !claimed.has(id)).map(({ id }) => id),
  );
}

async function* startOnFullDisk(world, disk, pcs) {
  await world.killServer();
  disk.fill();
  const server = world.launch();
  const up = await world.healthy(server, 30_000).then(
    () => `healthy after ${figure((performance.now() - server.startedAt) / 1000)} s`,
    () => (server.running ? 'neither up nor ended' : 'ended'),
  );
  yield must('a start on the full disk', up, 'healthy', up.startsWith('healthy'));
  if (up.startsWith('healthy')) {
    await pcs.allOnline();
    const { status } = await world.admin.tool('fs_list', pcs.ids[0], { path: '/srv' });
    yield must('a read after it', status, '200', status === 200);
  } else yield shown('its last words', server.output.trim().split('\n').at(-1));
  disk.free();
  if (!server.running) await world.startServer();
  const roomAt = now();
  await pcs.allOnline();
  yield firstChangeRow(await firstChange(world, pcs.ids[0], roomAt));
}
