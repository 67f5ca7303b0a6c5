import { Crowd } from '../crowd.mjs';
import { failingDisk } from '../disks.mjs';
import { must, none, shown, truthRows } from '../rows.mjs';
import {
  firstChange,
  firstChangeRow,
  lookAtReadiness,
  rowsSettled,
  toldRows,
} from '../trouble.mjs';
import { now } from '../processes.mjs';

const DISK_MIB = 160;

/** The file system of the data folder finds a fault and makes itself read-only (ext4). */
export async function* perform({ engine, engines, seconds }) {
  const world = await engines.world(engine);
  try {
    const disk = failingDisk(world, world.dataDir, DISK_MIB);
    await world.startServer();
    const pcs = await world.joinFakePcs(4);
    const crowd = await Crowd.gather(world, pcs, { callers: 4, readers: 4 });
    disk.fail();
    crowd.begin();
    const readiness = await lookAtReadiness(world, seconds);
    await crowd.end();
    yield must(
      'the process',
      world.server.running ? 'lives' : 'ended',
      'lives',
      world.server.running,
    );
    yield* toldRows(crowd, readiness);
    await world.killServer();
    const server = world.launch();
    const end = await Promise.race([
      server.ended.then(
        ({ code }) => `ended with ${code}: ${server.output.trim().split('\n').at(-1)}`,
      ),
      world.healthy(server, 20_000).then(
        () => 'healthy',
        () => 'neither up nor ended after 20 s',
      ),
    ]);
    const held =
      end === 'healthy' || (end.startsWith('ended with 1') && !end.includes('of its own'));
    yield must('a start on it', end, 'healthy, or ended with words', held);
    if (server.running) await server.kill();
    disk.repair();
    await world.startServer();
    await pcs.allOnline();
    yield firstChangeRow(await firstChange(world, pcs.ids[0], now()));
    yield* truthRows(await world.oracle.reconcile(world.admin));
    await rowsSettled(world);
    const { missing, sensitive } = await world.oracle.readsWithoutRow(world.admin);
    yield shown('reads without a row, which nothing could hold', missing);
    yield none('of these, of sensitive reads', sensitive);
    const { ok } = await world.admin.verify();
    yield must('`audit verify`', ok ? 'intact' : 'broken', 'intact', ok);
  } finally {
    await world.close();
  }
}
