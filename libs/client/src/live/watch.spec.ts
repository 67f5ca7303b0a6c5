import { chatPlaceOf } from '@kenny/contract/web';
import { systemClock } from '@kenny/kernel';
import * as fc from 'fast-check';
import { AServer } from '../../test/a-server.js';
import type { ClientError } from '../errors/client-error.js';
import { LiveConnection } from './connection.js';
import { watch } from './watch.js';
import { watchChat } from './watch-chat.js';

let server: AServer;
let live: LiveConnection;

beforeEach(() => {
  jest.useFakeTimers();
  server = new AServer();
  live = new LiveConnection({
    open: server.open,
    clock: systemClock,
    changed: () => undefined,
    ended: () => undefined,
  });
  live.connect();
  server.last.accept();
});
afterEach(() => {
  live.disconnect();
  jest.useRealTimers();
});

function back(): void {
  server.last.breakOff();
  live.reconnectNow();
  server.last.accept();
}

/** What happens to rows on their way. */
const EVENTS = ['row', 'lostRow', 'gap', 'breakOff', 'restart'] as const;

it('has each row once and in its order, whatever happens on the way', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...EVENTS), { maxLength: 30 }), async (events) => {
      const rows: string[] = [];
      let [run, seq] = [0, 0];
      const shown: string[] = [];
      const stop = watch(live, {
        topic: 'audit',
        subscribe: 'audit.subscribe',
        payload: () => ({ ...(shown.length > 0 ? { after_id: shown.at(-1) ?? '' } : {}) }),
        event: 'audit.row',
        snapshot: ({ items }) => shown.push(...items.map(({ id }) => id)),
        patch: ({ row }) => shown.push(row.id),
        failed: (error) => {
          throw error;
        },
      });
      const place = () => ({ run: `run${run}`, seq });
      const serve = async () => {
        const { asked } = server.last;
        const { after_id } = server.last.last('audit.subscribe').payload;
        const from = after_id === undefined ? 0 : rows.indexOf(after_id as string) + 1;
        const items = rows.slice(from).map((id) => ({ id }));
        await server.last.answer('audit.subscribe', { ...place(), items });
        asked.length = 0;
      };
      await serve();
      for (const event of events) {
        if (event === 'row' || event === 'lostRow') {
          [seq] = [seq + 1, rows.push(`row${rows.length}`)];
          const row = { id: rows.at(-1) };
          if (event === 'row') await server.last.push('audit.row', { ...place(), row });
        } else if (event === 'gap')
          await server.last.push('stream.gap', { topic: 'audit', ...place() });
        else {
          if (event === 'restart') [run, seq] = [run + 1, 0];
          back();
        }
        if (server.last.actions().includes('audit.subscribe')) await serve();
      }
      // A row that was lost last shows when the next one comes.
      [seq] = [seq + 1, rows.push('last')];
      await server.last.push('audit.row', { ...place(), row: { id: 'last' } });
      if (server.last.actions().includes('audit.subscribe')) await serve();
      expect(shown).toEqual(rows);
      stop();
    }),
    { numRuns: 200 },
  );
});

it('ends the subscription at the server too', () => {
  const stop = watch(live, {
    topic: 'fleet',
    subscribe: 'fleet.subscribe',
    payload: () => ({}),
    event: 'fleet.patch',
    snapshot: () => undefined,
    patch: () => undefined,
    failed: () => undefined,
  });
  stop();
  expect(server.last.last('unsubscribe').payload).toEqual({ topic: 'fleet' });
  back();
  expect(server.last.actions()).toEqual([]);
});

describe('a conversation', () => {
  const event = (session_id: string, sequence: number) => ({ session_id, turn_id: 't', sequence });
  let place: string;
  let taken: number[];
  let behind: number;
  let failures: ClientError[];
  let stop: () => void;

  beforeEach(() => {
    [place, taken, behind, failures] = ['t:1', [], 0, []];
    stop = watchChat(live, {
      session_id: 's',
      after: () => place,
      take: (events) => {
        taken.push(...events.map(({ sequence }) => sequence));
        place = events.reduce((_, one) => chatPlaceOf(one), place);
      },
      behind: () => (behind += 1),
      failed: (error) => failures.push(error),
    });
  });

  it('goes on after the last event that it has, on a new connection as well', async () => {
    expect(server.last.last('chat.subscribe').payload).toEqual({ session_id: 's', after: 't:1' });
    const items = [event('s', 2), event('s', 3)];
    await server.last.answer('chat.subscribe', { run: 'a', seq: 7, items });
    await server.last.push('chat.event', { run: 'a', seq: 8, event: event('s', 4) });
    back();
    expect(server.last.last('chat.subscribe').payload).toEqual({ session_id: 's', after: 't:4' });
    expect(taken).toEqual([2, 3, 4]);
  });

  it('leaves events and gaps of other conversations alone', async () => {
    await server.last.answer('chat.subscribe', { run: 'a', seq: 7, items: [] });
    await server.last.push('chat.event', { run: 'a', seq: 90, event: event('other', 1) });
    await server.last.push('stream.gap', { run: 'a', seq: 9, topic: 'chat', session_id: 'other' });
    expect([taken, server.last.actions()]).toEqual([[], ['chat.subscribe']]);
    await server.last.push('stream.gap', { run: 'a', seq: 7, topic: 'chat', session_id: 's' });
    expect(server.last.actions()).toEqual(['chat.subscribe', 'chat.subscribe']);
  });

  it('says when it is too far behind, and passes every other refusal on', async () => {
    await server.last.refuse('chat.subscribe', 'too_large', 'too far back');
    expect([behind, failures]).toEqual([1, []]);
    back();
    await server.last.refuse('chat.subscribe', 'not_found', 'gone');
    expect([behind, failures.map(({ code }) => code)]).toEqual([1, ['not_found']]);
  });

  it('ends alone: others on the same connection go on', () => {
    stop();
    expect(server.last.last('unsubscribe').payload).toEqual({ topic: 'chat', session_id: 's' });
  });
});
