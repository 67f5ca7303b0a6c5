import { join } from 'node:path';
import { smallDisk } from '../disks.mjs';
import { eventually, now } from '../processes.mjs';
import { atMost, must, none, shown, truthRows } from '../rows.mjs';

const DISK_MIB = 6;

/** The state folder of a real agent lies on a disk of its own that has no room for so long. */
export async function* perform({ engine, engines, seconds }) {
  const world = await engines.world(engine);
  try {
    await world.startServer();
    const stateDir = join(world.folder, 'small');
    const disk = smallDisk(world, stateDir, DISK_MIB);
    const agent = await world.newAgent('real', { stateDir });
    const lines = join(world.makeFolder('lines'), 'real');
    let program = agent.start();
    await world.online('real');
    const change = () => changeOnce(world, ` >> ${lines}`);
    await change();
    disk.fill();
    const full = [];
    const reads = {};
    for (const end = now() + seconds * 1000; now() < end;) {
      disk.fill();
      full.push(await change());
      const { status } = await world.admin.tool('fs_list', 'real', { path: '/usr' });
      reads[status] = (reads[status] ?? 0) + 1;
    }
    const unclear = full.filter(({ state }) => !['done', 'failed', 'not_run'].includes(state));
    yield shown('changes asked for meanwhile', full.length);
    yield none('changes without a clear end', unclear.length);
    const words = full.find(({ outcome }) => outcome?.error)?.outcome.error.message;
    yield shown('a refused change says', words ?? 'none was refused');
    yield must('reads', JSON.stringify(reads), '200 alone', Object.keys(reads).join() === '200');
    await program.stop();
    disk.fill();
    program = agent.start();
    const began = now();
    const back = await world.online('real', 20_000).catch(() => undefined);
    yield must('a start on the full disk', back ? 'online' : 'not online', 'online', Boolean(back));
    if (back) yield shown('online after', `${Math.round(now() - began)} ms`);
    else yield shown('its last words', program.output.trim().split('\n').slice(-2).join(' '));
    disk.free();
    if (!program.running) {
      program = agent.start();
      await world.online('real');
    }
    const roomAt = now();
    await eventually('a change is done', async () => (await change()).state === 'done');
    yield atMost('first change after it', (now() - roomAt) / 1000, 10, 's');
    world.oracle.countLines(lines);
    yield* truthRows(await world.oracle.reconcile(world.admin));
    const ran = full.filter(
      ({ state, args }) => state === 'failed' && world.oracle.runsOf(args) > 0,
    );
    yield none('refused by the PC and ran', ran.length);
  } finally {
    await world.close();
  }
}

async function changeOnce(world, rest) {
  const { body } = await world.admin.tool('shell_exec', 'real', world.oracle.newCommand(rest));
  await world.admin.approve(body.approval, 30);
  const approval = await world.admin.approval(body.approval.id);
  world.oracle.told(approval);
  return approval;
}
