import { CAPS, type ChatSessionDetail } from '@kenny/contract';
import { ChatReader } from '../src/chat/index.js';
import { ChatWorld } from '../test/chat-world.js';
import { tempDirs } from '../test/temp-dir.js';
import { saying } from '../test/told-brain.js';

const newDir = tempDirs();
let world: ChatWorld;
beforeAll(async () => {
  world = await ChatWorld.start(newDir());
});
afterAll(() => world.server.stop());

const TURNS = 24;
const LONG = 'long '.repeat(60_000);

it('a page of a long conversation reads hardly more than it shows, and the next goes on', async () => {
  world.brain.will(...Array.from({ length: TURNS }, () => saying(LONG)));
  const { session_id } = (await world.ask({ message: 'turn 1' })).body;
  for (let turn = 2; turn <= TURNS; turn += 1) {
    await world.ask({ session_id, message: `turn ${turn}` });
  }
  const read = jest.spyOn(world.server.get(ChatReader), 'eventsOf');
  const seen: string[] = [];
  let pages = 0;
  for (let cursor: string | null = ''; cursor !== null; pages += 1) {
    read.mockClear();
    const page: ChatSessionDetail = await show(session_id, cursor);
    const turnsRead = read.mock.calls.flatMap(([ids]) => [...ids]);
    expect(turnsRead.length).toBeLessThanOrEqual(page.history.length + 1);
    expect(JSON.stringify(page).length).toBeLessThan(CAPS.httpPageBytes + LONG.length);
    seen.push(...page.history.map(({ message }) => message));
    cursor = page.next_cursor;
  }
  expect(pages).toBeGreaterThan(1);
  expect(seen).toEqual(Array.from({ length: TURNS }, (_, at) => `turn ${TURNS - at}`));
  world.brain.mustBeDone();
});

async function show(id: string, cursor: string): Promise<ChatSessionDetail> {
  const query = `limit=100${cursor === '' ? '' : `&cursor=${cursor}`}`;
  const path = `/api/chat/sessions/${id}?${query}`;
  return (await world.server.http<ChatSessionDetail>('GET', path, undefined, world.anna)).body;
}
