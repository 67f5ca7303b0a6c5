import { setTimeout as pause } from 'node:timers/promises';
import { Crowd } from '../crowd.mjs';
import { now } from '../processes.mjs';
import { figure, must, truthRows } from '../rows.mjs';
import { whileLocked } from '../sqlite.mjs';
import {
  doneRows,
  firstChange,
  firstChangeRow,
  lookAtReadiness,
  readRecordRows,
  sendOneEach,
  toldRows,
} from '../trouble.mjs';

const PCS = 6;
const RUN_MS = 1_500;

export async function* perform({ engine, engines, seconds }) {
  const world = await engines.world(engine);
  try {
    await world.startServer();
    const slow = await world.joinFakePcs(PCS, { runMs: () => RUN_MS });
    const quick = await world.joinFakePcs(PCS, { from: PCS });
    const crowd = await Crowd.gather(world, quick, { callers: 4, readers: 4 });
    const underWay = await sendOneEach(world, slow);
    crowd.begin();
    const readiness = await whileLocked(world.sqlite, () => lookAtReadiness(world, seconds));
    const freeAt = now();
    yield* toldRows(crowd, readiness);
    yield firstChangeRow(await firstChange(world, quick.ids[0], freeAt));
    yield* doneRows(world, underWay, freeAt);
    await crowd.end();
    await world.oracle.settled(world.admin);
    yield* truthRows(await world.oracle.reconcile(world.admin));
    yield* readRecordRows(world);
    yield* startLocked(world, seconds);
  } finally {
    await world.close();
  }
}

const lastLine = (text) => text.trim().split('\n').at(-1);

async function* startLocked(world, seconds) {
  await world.server.stop();
  const server = world.launch();
  const began = now();
  const words = await whileLocked(world.sqlite, async () => {
    const up = world.healthy(server, seconds * 1000).then(
      () => `healthy after ${figure((now() - began) / 1000)} s`,
      () => (server.running ? undefined : `ended: ${lastLine(server.output)}`),
    );
    const [found] = await Promise.all([up, pause(seconds * 1000)]);
    return found;
  });
  const free = now();
  if (server.running) await world.healthy(server);
  yield must(
    'a start while it is locked',
    words ?? `healthy ${figure((now() - free) / 1000)} s after it`,
    'healthy, or ended with words for people',
    !words?.includes('a fault of its own'),
  );
}
