import { TASK_LIMITS, type StoredTaskEvent } from '@kenny/contract';
import { Logger } from '@nestjs/common';
import { tempDirs } from '../../../test/temp-dir.js';
import { WorkWorld } from '../../../test/work-world.js';

const newDir = tempDirs();
const ID = 'task';
let world: WorkWorld;
beforeEach(async () => {
  Logger.overrideLogger(false);
  world = await WorkWorld.start(newDir());
});
afterEach(() => world.close());

const log = () => world.parts.log;
const say = (message: string) => log().append(ID, 'log', { level: 'info', message });
const chunk = (text: string) =>
  log().append(ID, 'update', {
    sessionUpdate: 'agent_message_chunk',
    content: { type: 'text', text },
  });
const stored = async (since = 0) => (await log().page(ID, since, 1_000)).events;
const numbers = (events: readonly StoredTaskEvent[]) => events.map(({ seq }) => seq);

it('numbers what happens, told in order once it is stored, also after a restart', async () => {
  const told: number[] = [];
  world.parts.events.on('task.events', ({ events }) => void told.push(...numbers(events)));
  void say('one');
  void say('two');
  await log().flush(ID);
  expect(told).toEqual([1, 2]);
  await world.restart();
  void say('three');
  await log().flush(ID);
  expect(numbers(await stored())).toEqual([1, 2, 3]);
  expect(numbers(await stored(2))).toEqual([3]);
  expect(await log().lastSeq(ID)).toBe(3);
});

it('stores what an agent says within one moment as one event', async () => {
  for (const text of ['Hel', 'lo', '.']) void chunk(text);
  expect(await stored()).toEqual([]);
  await world.passes(50);
  expect(await stored()).toMatchObject([{ seq: 1, data: { content: { text: 'Hello.' } } }]);
});

it('lets who says much wait only while much is not written, by number or by length', async () => {
  const hear = (message: string) => log().hear(ID, 'log', { level: 'info', message }, null);
  const waits = (times: number, message: string) =>
    Array.from({ length: times }, () => hear(message)).filter((wait) => wait !== undefined);
  expect(waits(2_000, 'short')).toEqual([]);
  const [long] = waits(1, 'one more');
  expect(long).toBeInstanceOf(Promise);
  await log().flush(ID);
  await long;
  expect(waits(1, 'again')).toEqual([]);
  expect(waits(1, 'x'.repeat(2 ** 20))).toHaveLength(1);
  await log().flush(ID);
  expect(await log().count(ID)).toBe(2_003);
});

it('cuts what is too long, and says so', async () => {
  void say('x'.repeat(2 * TASK_LIMITS.eventBytes));
  void say('\u0000half \ud800');
  await log().flush(ID);
  const [long, odd] = await stored();
  expect(JSON.stringify(long?.data).length).toBeLessThan(TASK_LIMITS.eventBytes);
  expect(long?.data).toMatchObject({ message: expect.stringMatching(/… \(cut\)$/) as string });
  expect(odd?.data).toMatchObject({ message: expect.stringContaining('half') as string });
});

it('keeps so many events and so many bytes; who reads on from before is told of the gap', async () => {
  const big = 'x'.repeat(30_000);
  const most = Math.ceil(TASK_LIMITS.eventsBytes / 30_000);
  for (let n = 0; n < most + 50; n += 1) {
    void say(big);
    if (n % 200 === 0) await log().flush(ID);
  }
  await log().flush(ID);
  expect(await log().lastSeq(ID)).toBe(most + 50);
  expect(await log().count(ID)).toBeLessThanOrEqual(most);
  const page = await log().page(ID, 0, 10);
  expect(page).toMatchObject({ gap: true, cut: true });
  expect(numbers(await log().last(ID, 3))).toEqual([48, 49, 50].map((n) => most + n));
});

it('leaves the last number when the rest is thinned out', async () => {
  for (const text of ['one', 'two', 'three']) void say(text);
  await log().thin(ID);
  expect(numbers(await stored())).toEqual([3]);
  void say('four');
  await log().flush(ID);
  expect(numbers(await stored())).toEqual([3, 4]);
});

it('tells that an agent is alive without storing it', async () => {
  void say('one');
  await log().flush(ID);
  const told: StoredTaskEvent[] = [];
  world.parts.events.on('task.events', ({ events }) => void told.push(...events));
  await log().heartbeat(ID, 'run');
  expect(told).toMatchObject([{ type: 'heartbeat', seq: 1 }]);
  expect(await log().count(ID)).toBe(1);
});
