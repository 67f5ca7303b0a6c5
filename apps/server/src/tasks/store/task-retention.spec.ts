import { DAY_MS } from '@kenny/kernel';
import { tempDirs } from '../../../test/temp-dir.js';
import { WorkWorld } from '../../../test/work-world.js';
import type { BaseState } from '../states/index.js';
import { TaskRetention } from './task-retention.js';

const DAYS = 30;
const newDir = tempDirs();
let world: WorkWorld;
beforeEach(async () => {
  world = await WorkWorld.start(newDir());
});
afterEach(() => world.close());

/** A task that said three things and ended (or not) so many days ago. */
async function told(base_state: BaseState, endedDaysAgo: number | null): Promise<string> {
  const ended = endedDaysAgo === null ? null : world.clock.now() - endedDaysAgo * DAY_MS;
  const id = await world.task({ base_state, state: base_state, finished_at: ended });
  for (const message of ['one', 'two', 'three']) {
    void world.parts.log.append(id, 'log', { level: 'info', message });
  }
  await world.parts.log.flush(id);
  return id;
}

const retention = () =>
  new TaskRetention(world.parts.rows, world.parts.log, { retentionDays: DAYS });
const kept = async (id: string) => (await world.parts.log.page(id, 0, 10)).events.length;

it('keeps of a task that ended long ago that it was there, not what was said in it', async () => {
  const ended = await Promise.all(
    (['COMPLETED', 'FAILED', 'CANCELLED'] as const).map((state) => told(state, DAYS + 1)),
  );
  await retention().run(world.clock.now());
  for (const id of ended) {
    expect(await kept(id)).toBe(1);
    expect(await world.get(id)).toMatchObject({ title: 'Fix it' });
  }
});

it('leaves what ended lately, and what has not ended, however old', async () => {
  const others = [await told('COMPLETED', DAYS - 1), await told('REVIEW', DAYS + 1)];
  others.push(await told('TODO', null), await told('INTERRUPTED', DAYS + 1));
  await retention().run(world.clock.now());
  for (const id of others) expect(await kept(id)).toBe(3);
});

it('comes to its end with more tasks than it takes at once', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 201; n += 1) {
    ids.push(await world.task({ base_state: 'COMPLETED', state: 'COMPLETED', finished_at: 1 }));
  }
  const thinned = jest.spyOn(world.parts.log, 'thin');
  await retention().run(world.clock.now());
  expect(new Set(thinned.mock.calls.map(([id]) => id))).toEqual(new Set(ids));
});
