import { cpSync, rmSync } from 'node:fs';
import { DAMAGES, indexDamages } from '../damages.mjs';
import { eventually } from '../processes.mjs';
import { figure, must, shown } from '../rows.mjs';
import { checkpointed } from '../sqlite.mjs';

const READS = 500;
/** A start that is refused ends by itself, with its words; its own start-up is in it. */
const ENDED_S = 15;
const SHOWN_MS = 5_000;
const FAULT = 'a fault of its own';

/** A folder is damaged while nobody works in it; then a server starts on it. */
export async function* perform({ engine, engines }) {
  const world = await engines.world(engine);
  try {
    await world.startServer();
    const pcs = await world.joinFakePcs(2);
    await someHistory(world, pcs);
    await world.server.stop();
    await checkpointed(world.sqlite);
    const kept = `${world.dataDir}-kept`;
    cpSync(world.dataDir, kept, { recursive: true });
    const damages = { ...DAMAGES, ...(await indexDamages(world.sqlite)) };
    for (const [name, damage] of Object.entries(damages)) {
      rmSync(world.dataDir, { recursive: true });
      cpSync(kept, world.dataDir, { recursive: true });
      await damage(world.dataDir);
      yield await startOn(world, pcs, name);
    }
    yield shown('starts that were tried', Object.keys(damages).length);
  } finally {
    await world.close();
  }
}

async function someHistory(world, pcs) {
  for (let i = 0; i < 4; i += 1) {
    const { body } = await world.admin.tool('shell_exec', pcs.ids[0], world.oracle.newCommand());
    await world.admin.approve(body.approval, 20);
  }
  for (let i = 0; i < READS; i += 1)
    await world.admin.tool('fs_list', pcs.ids[1], { path: '/srv' });
}

async function startOn(world, pcs, name) {
  const server = world.launch();
  const up = await world.healthy(server, ENDED_S * 1000).then(
    () => true,
    () => false,
  );
  try {
    if (up) return must(name, ...(await served(world, pcs)));
    if (server.running) return must(name, `neither up nor ended after ${ENDED_S} s`, ENDS, false);
    return must(name, ...(await refused(server)));
  } finally {
    if (server.running) await server.kill();
  }
}

const ENDS = 'ends with words, or serves what it can and says so';

async function refused(server) {
  const { code } = await server.ended;
  const words = server.output.trim().split('\n').at(-1);
  const seen = `ended with ${code} after ${figure(server.endedAfterMs / 1000)} s: ${words.slice(0, 160)}`;
  return [seen, ENDS, code === 1 && words !== '' && !words.includes(FAULT)];
}

/** A read, a change and the readiness; a change that is refused must be a state that `/readyz` has. */
async function served(world, pcs) {
  await pcs.allOnline(20_000).catch(() => undefined);
  const [pc] = pcs.ids;
  const statusOf = async (asked) => (await asked.catch(() => ({ status: 'none' }))).status;
  const read = await statusOf(world.admin.tool('fs_list', pc, { path: '/srv' }));
  const change = await statusOf(world.admin.tool('shell_exec', pc, world.oracle.newCommand()));
  const list = await statusOf(world.admin.get('/api/approvals?limit=50'));
  const record = await statusOf(world.admin.get('/api/audit?limit=50'));
  const all = [read, change, list, record];
  const whole = all.every((status) => status < 300);
  const ready = await readinessOf(world, !whole);
  const seen = `runs: read ${read}, change ${change}, approvals ${list}, record ${record}, readyz ${ready}`;
  return [seen, ENDS, whole || (ready === 503 && !all.includes(500))];
}

/** What is refused may show there a moment later. */
async function readinessOf(world, refused) {
  const not = () => world.is('/readyz', 503);
  if (refused && (await eventually('not ready', not, SHOWN_MS, 200).catch(() => false))) return 503;
  return (await world.readyz()).status;
}
