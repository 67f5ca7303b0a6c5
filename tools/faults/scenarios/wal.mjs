import { existsSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { must, none } from '../rows.mjs';

const PAGE = 4096;
const FRAME = PAGE + 24;
const HEADER = 32;
const CHANGES = 12;
const READS = 10;

const halved = (bytes) => Math.floor(bytes / 2);
const inFrame = (bytes) => HEADER + Math.floor((bytes - HEADER) / FRAME / 2) * FRAME + 1_000;

const KINDS = {
  'the log cut in half': ({ wal }) => truncateSync(wal, halved(statSync(wal).size)),
  'the log cut within a frame': ({ wal }) => truncateSync(wal, inFrame(statSync(wal).size)),
  'a frame of the log zeroed': ({ wal }) => {
    const bytes = readFileSync(wal);
    const at = inFrame(bytes.length) - 1_000;
    writeFileSync(wal, bytes.fill(0, at, at + FRAME));
  },
  'the log removed': ({ wal }) => rmSync(wal),
  'the database emptied': ({ file, wal }) => {
    truncateSync(file, 0);
    rmSync(wal, { force: true });
  },
};

/** The server was killed; before its next start a part of what was committed is gone. */
export async function* perform({ engine, engines }) {
  let second = 0;
  for (const [name, damage] of Object.entries(KINDS)) {
    const world = await engines.world(engine);
    try {
      const { row, ranTwice } = await loseRows(world, name, damage);
      second += ranTwice;
      yield row;
    } finally {
      await world.close();
    }
  }
  yield none('second runs', second);
}

async function loseRows(world, name, damage) {
  await world.startServer();
  const pcs = await world.joinFakePcs(1);
  for (let i = 0; i < READS; i += 1)
    await world.admin.tool('fs_list', pcs.ids[0], { path: '/srv' });
  for (let i = 0; i < CHANGES; i += 1) await changeOnce(world, pcs.ids[0]);
  await world.killServer();
  damage({ file: world.sqlite, wal: `${world.sqlite}-wal` });
  if (!existsSync(`${world.dataDir}/server.key`)) throw new Error('no key beside the database');
  await world.startServer();
  await pcs.allOnline(10_000).catch(() => undefined);
  const { status } = await world.readyz();
  const told = [...world.oracle.toldOf];
  const now = new Map((await world.admin.approvals()).map((approval) => [approval.id, approval]));
  const lost = told.filter(([id]) => now.get(id)?.state !== 'done');
  for (const [id] of lost) {
    if (now.get(id)?.state === 'pending') await world.admin.approve(now.get(id), 20);
  }
  const { twice } = await world.oracle.reconcile(world.admin);
  const says = status === 200 ? 'ready' : 'not ready';
  const seen = `${lost.length} of ${told.length} answers \`done\` undone; ${says}; ran twice ${twice.length}`;
  const held = twice.length === 0 && (lost.length === 0 || status === 503);
  return { row: must(name, seen, 'nothing undone, or not ready', held), ranTwice: twice.length };
}

async function changeOnce(world, pc) {
  const { body } = await world.admin.tool('shell_exec', pc, world.oracle.newCommand());
  const answer = await world.admin.approve(body.approval, 20);
  world.oracle.told(answer.body.approval);
}
