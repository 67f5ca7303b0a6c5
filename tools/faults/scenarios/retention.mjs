import { setTimeout as pause } from 'node:timers/promises';
import { API_PATHS } from '@kenny/contract/client';
import { snapshotOf } from '../../bench/load/snapshots.mjs';
import { calendarEnv } from '../clocks.mjs';
import { none, must, shown } from '../rows.mjs';

const SNAPSHOTS = 8;
/** So much of its time passes in a second of ours: hours of retention within the run. */
const SPEED = 600;
const HOUR_S = 3_600;

/** The server starts with a calendar 40 days ahead and runs for hours of its own time; then the calendar is right again. */
export async function* perform({ engine, engines, seconds }) {
  const world = await engines.world(engine);
  try {
    const env = calendarEnv({ FAKETIME: `+40d x${SPEED}` });
    await world.startServer();
    const pcs = await world.joinFakePcs(1);
    for (let time = 0; time < SNAPSHOTS; time += 1) pcs.telemetry(0, snapshotOf(0, time));
    const { body } = await world.admin.tool('shell_exec', pcs.ids[0], world.oracle.newCommand());
    world.oracle.told((await world.admin.approve(body.approval, 20)).body.approval);
    await pause(1_500);
    const before = await kept(world, pcs.ids[0]);
    await world.server.stop();
    const server = world.launch({ env });
    await pause(seconds * 1000);
    yield must('the process', server.running ? 'lives' : 'ended', 'lives', server.running);
    await server.stop();
    await world.startServer();
    const after = await kept(world, pcs.ids[0]);
    yield shown('hours of its own that it ran', Math.round((seconds * SPEED) / HOUR_S));
    yield shown('snapshots of telemetry before, after', `${before.snapshots}, ${after.snapshots}`);
    const rows = before.rows.filter((id) => !after.rows.includes(id));
    yield none('audit rows that are gone', rows.length);
    const { gone, lost } = await world.oracle.reconcile(world.admin);
    yield none('approvals that are gone or undone', gone.length + lost.length);
    const { ok, findings } = await world.admin.verify();
    yield must('`audit verify`', ok ? 'intact' : JSON.stringify(findings), 'intact', ok);
  } finally {
    await world.close();
  }
}

async function kept(world, pc) {
  const from = new Date(Date.now() - 86_400_000).toISOString();
  const to = new Date(Date.now() + 86_400_000).toISOString();
  const path = `${API_PATHS.agentHistory(pc)}?section=memory&from=${from}&to=${to}`;
  const { body } = await world.admin.get(path);
  const rows = (await world.admin.record()).map(({ id }) => id);
  return { rows, snapshots: body.items?.length ?? JSON.stringify(body) };
}
