import { setTimeout as pause } from 'node:timers/promises';
import { Fleet } from '../../bench/load/fleet.mjs';
import { enrolMany } from '../fake-pcs.mjs';
import { atMost, figure, must, shown } from '../rows.mjs';

const PCS = 500;
const AT_ONCE = 16;
const BACK_S = 18;

/** All agents lose their server at once and come back with the waits of the real ones. */
export async function* perform({ engine, engines }) {
  const world = await engines.world(engine);
  const fleet = new Fleet({ url: world.url });
  try {
    await world.startServer();
    await enrolMany(world.admin, PCS);
    await fleet.connect(0, PCS, AT_ONCE);
    const coming = fleet.comeBack();
    await world.killServer();
    await world.startServer();
    await pause(500);
    const readyAt = performance.timeOrigin + performance.now();
    const { attempts, back, lastAt } = await coming;
    yield must('PCs back', back, `${PCS}`, back === PCS);
    yield shown('attempts', attempts);
    yield shown('healthy again after', `${figure(world.starts.at(-1) / 1000)} s`);
    yield atMost(
      'the last one is back after the server',
      Math.max(0, lastAt - readyAt) / 1000,
      BACK_S,
      's',
    );
  } finally {
    fleet.hangUp();
    await world.close();
  }
}
