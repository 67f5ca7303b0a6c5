import { spawnSync } from 'node:child_process';
import { Crowd } from '../crowd.mjs';
import { NotHere } from '../disks.mjs';
import { now } from '../processes.mjs';
import { must, shown, truthRows } from '../rows.mjs';
import {
  doneRows,
  firstChange,
  firstChangeRow,
  lookAtReadiness,
  readRecordRows,
  sendOneEach,
  toldRows,
} from '../trouble.mjs';

const PCS = 4;
const RUN_MS = 1_500;
const CALLS = 'pwrite64,fdatasync,fsync';

/** Every write of the database's files fails with EIO for so long (device mapper or not: by strace). */
export async function* perform({ engine, engines, seconds }) {
  if (spawnSync('strace', ['-V']).status !== 0) {
    throw new NotHere('strace is not installed (Debian: apt-get install strace)');
  }
  const world = await engines.world(engine);
  try {
    await world.startServer();
    const slow = await world.joinFakePcs(PCS, { runMs: () => RUN_MS });
    const quick = await world.joinFakePcs(PCS, { from: PCS });
    const crowd = await Crowd.gather(world, quick, { callers: 4, readers: 4 });
    const underWay = await sendOneEach(world, slow);
    const stop = await failWrites(world);
    crowd.begin();
    const readiness = await lookAtReadiness(world, seconds);
    yield must(
      'the process',
      world.server.running ? 'lives' : 'ended',
      'lives',
      world.server.running,
    );
    await stop();
    const overAt = now();
    yield* toldRows(crowd, readiness);
    const first = await firstChange(world, quick.ids[0], overAt).catch(() => undefined);
    if (first === undefined) {
      yield shown('a change after it', 'not before a restart');
      await world.restart();
      await slow.allOnline();
      await quick.allOnline();
    }
    yield firstChangeRow(first ?? (await firstChange(world, quick.ids[0], now())));
    yield* doneRows(world, underWay, overAt);
    await crowd.end();
    await world.oracle.settled(world.admin);
    yield* truthRows(await world.oracle.reconcile(world.admin));
    yield* readRecordRows(world);
  } finally {
    await world.close();
  }
}

/** From now on; the answer ends it. */
async function failWrites(world) {
  const files = ['', '-wal', '-shm'].flatMap((rest) => ['-P', world.sqlite + rest]);
  const inject = ['-e', `trace=${CALLS}`, '-e', `inject=${CALLS}:error=EIO`];
  const { pid } = world.server;
  const line = ['strace', '-f', '-p', String(pid), '-o', '/dev/null', ...files, ...inject];
  const strace = world.start('strace', line);
  await new Promise((resolve) => setTimeout(resolve, 500));
  if (!strace.running) throw new NotHere(`strace cannot attach (${strace.output.trim()})`);
  return async () => {
    strace.signal('SIGINT');
    await strace.endsWithin(10_000);
  };
}
