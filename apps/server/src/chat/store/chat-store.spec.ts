import { systemClock } from '@kenny/kernel';
import type { Changes, ConversationRecord, TurnRecord } from '@kenny/session';
import { strictFake } from '@kenny/testing';
import { databaseIn } from '../../../test/database-in.js';
import { tempDirs } from '../../../test/temp-dir.js';
import type { AuditLog } from '../../audit/index.js';
import { openDatabase, type OpenDatabase } from '../../database/index.js';
import { Chat1795700005000 } from '../../database/migrations/5000-chat.js';
import { CHAT_ENTITIES } from '../index.js';
import { CHAT_COST } from '../limits.js';
import { ChatErasure } from './chat-erasure.js';
import { ChatEventEntity } from './chat-event.entity.js';
import { ChatReader } from './chat-reader.js';
import { ChatStore } from './chat-store.js';

const newDir = tempDirs();
const SCHEMA = {
  entities: CHAT_ENTITIES,
  migrations: [Chat1795700005000],
};
const audit = strictFake<AuditLog>('AuditLog', {});
let database: OpenDatabase;
let store: ChatStore;
let erasure: ChatErasure;
let reader: ChatReader;
beforeAll(async () => {
  database = await openDatabase(databaseIn(newDir()), SCHEMA, systemClock);
  erasure = new ChatErasure(database.writer, database.reads);
  store = new ChatStore(database.writer, database.reads, audit, erasure);
  reader = new ChatReader(database.reads);
});
afterAll(() => database.close());

let ids = 0;
const newId = () => `00000000-0000-4000-8000-${String((ids += 1)).padStart(12, '0')}`;

function aConversation(more: Partial<ConversationRecord> = {}): ConversationRecord {
  return {
    ...{ id: newId(), owner_id: 'anna', name: 'a talk', agent_id: 'pc1', agents: ['pc1'] },
    ...{ sensitive: false, granted: false, model: null, effort: null },
    ...{
      kind: 'chat',
      parent_id: null,
      created_at: 1,
      updated_at: 1,
      deleted_at: null,
      turns: 0,
      entries: 0,
    },
    ...more,
  };
}

function aTurn(session: ConversationRecord, more: Partial<TurnRecord> = {}): TurnRecord {
  return {
    ...{ id: newId(), session_id: session.id, number: 1, status: 'running' },
    ...{ requester: { token_id: 't' }, input: { text: 'hello' }, cancel_requested: false },
    ...{
      round: 1,
      calls: [],
      approvals: [],
      steering: [],
      tainted_by: [],
      sequence: 0,
      error: null,
      usage: {},
    },
    ...{ created_at: 1, started_at: 1, finished_at: null },
    ...more,
  };
}

/** A step that says so many things in a turn. */
function aStep(session: ConversationRecord, turn: TurnRecord, events = 1, entries = 1): Changes {
  const of = { session_id: session.id, turn_id: turn.id };
  return {
    session: { ...session, entries: session.entries + entries },
    turns: [{ ...turn, sequence: turn.sequence + events }],
    entries: Array.from({ length: entries }, (_, at) => ({
      ...{ ...of, id: newId(), number: session.entries + at + 1, at: 1 },
      content: { role: 'user' as const, text: `What about "ÄÖ" \u0000 ${at}?` },
    })),
    events: Array.from({ length: events }, (_, at) => ({
      ...{ ...of, sequence: turn.sequence + at + 1, at: 5 },
      ...{ type: 'assistantDelta' as const, payload: { delta: `d${at}` } },
    })),
  };
}

describe('the store of conversations', () => {
  it('gives back what it was given', async () => {
    const session = aConversation();
    await store.create(session);
    expect(await store.load(session.id)).toEqual({ session, active: null, queue: [] });
    const turn = aTurn(session);
    const step = aStep(session, turn, 2, 2);
    const queued = aTurn(session, { number: 2, status: 'queued' });
    await store.commit({ ...step, turns: [...step.turns, queued] });
    expect(await store.load(session.id)).toEqual({
      ...{ session: step.session, active: step.turns[0], queue: [queued] },
    });
    expect(await store.entries(session.id)).toEqual(step.entries);
    expect((await reader.eventsAfter(session.id, 0)).events).toEqual(step.events);
    expect(await store.busy()).toContain(session.id);
    expect(await store.load(newId())).toBeUndefined();
  });

  it('keeps all of a step or nothing', async () => {
    const session = aConversation();
    await store.create(session);
    const turn = aTurn(session);
    const step = aStep(session, turn, 2, 1);
    await store.commit(step);
    // Events with numbers that are there already: the turn and the entry must not be there either.
    const again = aStep(step.session, turn, 1, 1);
    await expect(
      store.commit({ ...again, turns: [{ ...turn, status: 'completed' }] }),
    ).rejects.toThrow();
    expect((await store.turn(turn.id))?.status).toBe('running');
    expect(await store.entries(session.id)).toHaveLength(1);
    expect((await reader.eventsAfter(session.id, 0)).events).toHaveLength(2);
    await store.commit(aStep(step.session, { ...turn, sequence: 2 }, 1, 1));
    const { events } = await reader.eventsAfter(session.id, 0);
    expect(events.map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
  });

  it('numbers events of several turns in the order in which they happened', async () => {
    const session = aConversation();
    await store.create(session);
    const [one, two] = [aTurn(session), aTurn(session, { number: 2, status: 'queued' })];
    await store.commit(aStep(session, one, 2, 0));
    await store.commit(aStep(session, two, 1, 0));
    await store.commit(aStep(session, { ...one, sequence: 2 }, 1, 0));
    const { events } = await reader.eventsAfter(session.id, 0);
    expect(events.map(({ turn_id, sequence }) => [turn_id === one.id ? 1 : 2, sequence])).toEqual([
      ...[
        [1, 1],
        [1, 2],
        [2, 1],
        [1, 3],
      ],
    ]);
    const place = `${two.id}:1`;
    const position = await reader.positionOf(session.id, place);
    expect((await reader.eventsAfter(session.id, position)).events).toMatchObject([
      { turn_id: one.id, sequence: 3 },
    ]);
    expect(await reader.positionOf(session.id, `${two.id}:0`)).toBe(position - 1);
    expect(await reader.lastPlace(session.id)).toBe(`${one.id}:3`);
    await expect(reader.positionOf(session.id, `${one.id}:9`)).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('forgets what was said in a conversation that is deleted', async () => {
    const session = aConversation({ name: 'the secret', owner_id: 'bo' });
    await store.create(session);
    const turn = aTurn(session);
    await store.commit(aStep(session, turn));
    const deleted = { ...session, deleted_at: 9 };
    const over = { ...turn, status: 'canceled' as const };
    await store.commit({ session: deleted, turns: [over], entries: [], events: [] });
    await erasure.idle();
    expect(await store.entries(session.id)).toEqual([]);
    expect(await store.turn(turn.id)).toBeUndefined();
    expect((await reader.eventsAfter(session.id, 0)).events).toEqual([]);
    expect(await store.session(session.id)).toMatchObject({ name: null, deleted_at: 9 });
    expect(await reader.sessions({ owner_id: 'bo', limit: 10 })).toEqual([]);
  });

  it('forgets a long one piece by piece: other writes come in between, and a restart goes on', async () => {
    const session = aConversation();
    await store.create(session);
    const turn = aTurn(session);
    const kept = aConversation();
    await store.create(kept);
    const other = aTurn(kept);
    await store.commit(aStep(kept, other));
    const many = 3 * CHAT_COST.erasedAtOnce;
    await store.commit(aStep(session, turn, many, many));
    const over = { ...turn, status: 'canceled' as const };
    await store.commit({
      ...{ session: { ...session, deleted_at: 9 }, turns: [over], entries: [], events: [] },
    });
    // Its first piece is queued by now; this stands behind it.
    const between = await database.writer.write(({ manager }) =>
      manager.countBy(ChatEventEntity, { session_id: session.id }),
    );
    await erasure.beforeApplicationShutdown();
    expect([between > 0, between < many]).toEqual([true, true]);
    expect(await store.turn(turn.id)).toBeDefined();

    const next = new ChatErasure(database.writer, database.reads);
    await next.forgetRest();
    await next.idle();
    expect((await reader.eventsAfter(session.id, 0)).events).toEqual([]);
    expect(await store.entries(session.id)).toEqual([]);
    expect(await store.turn(turn.id)).toBeUndefined();
    expect(await store.turn(other.id)).toBeDefined();
    expect(await store.entries(kept.id)).toHaveLength(1);
    erasure = next;
    store = new ChatStore(database.writer, database.reads, audit, next);
  });

  it('gives a reader large events a few at a time, and always one', async () => {
    const session = aConversation();
    await store.create(session);
    const turn = aTurn(session);
    const step = aStep(session, turn, 5, 0);
    const big = { delta: 'b'.repeat(CHAT_COST.eventPageCharacters * 0.4) };
    const sizes = [big, big, big, { delta: big.delta.repeat(3) }, { delta: '' }];
    const events = step.events.map((event, at) => ({ ...event, payload: sizes[at] ?? {} }));
    await store.commit({ ...step, events });
    const pages: number[][] = [];
    for (let position = 0; ;) {
      const page = await reader.eventsAfter(session.id, position);
      if (page.events.length === 0) break;
      pages.push(page.events.map(({ sequence }) => sequence));
      expect(page.cut).toBe(pages.length < 4);
      ({ position } = page);
    }
    expect(pages).toEqual([[1, 2], [3], [4], [5]]);
  });

  it('shows people only the beginning of a long result', async () => {
    const session = aConversation();
    await store.create(session);
    const turn = aTurn(session);
    const event = {
      ...{ session_id: session.id, turn_id: turn.id, sequence: 1, at: 1 },
      ...{ type: 'toolResult' as const, payload: { result: { stdout: 'x'.repeat(1_000_000) } } },
    };
    await store.commit({ ...aStep(session, turn, 0, 0), events: [event] });
    const [stored] = (await reader.eventsAfter(session.id, 0)).events;
    expect(JSON.stringify(stored).length).toBeLessThan(70_000);
    expect(JSON.stringify(stored)).toContain('⟨cut');
  });
});

describe('a conversation with many results', () => {
  it('gives the brain the newest of them, marks for the others, and every word that was said', async () => {
    const session = aConversation();
    await store.create(session);
    const turn = aTurn(session);
    const big = 'b'.repeat(5 * 1024 * 1024);
    const rounds = Array.from({ length: 5 }, (_, at) => [
      { role: 'assistant' as const, raw: { at }, text: '', calls: [aCall(at)] },
      { role: 'tools' as const, results: [aResult(at, big)] },
    ]).flat();
    const entries = rounds.map((content, at) => ({
      ...{ id: newId(), session_id: session.id, turn_id: turn.id, number: at + 1, at: 7, content },
    }));
    await store.commit({ session, turns: [turn], entries, events: [] });
    const read = await store.entries(session.id);
    expect(read.map(({ number, at }) => [number, at])).toEqual(
      entries.map(({ number }) => [number, 7]),
    );
    const [said, results] = [0, 1].map((odd) => read.filter((_, at) => at % 2 === odd));
    expect(said).toEqual(entries.filter((_, at) => at % 2 === 0));
    const kept = results?.map((entry) => entry.id === entries[entry.number - 1]?.id);
    expect(kept).toEqual([false, false, false, true, true]);
    expect(results?.slice(3)).toEqual([entries[7], entries[9]]);
    expect(results?.[0]?.content).toMatchObject({
      results: [{ tool_call_id: 'call-0', tool: 'fs_read', outcome: { status: 'error' } }],
    });
    expect(JSON.stringify(read).length).toBeLessThan(CHAT_COST.results);
  });
});

const aCall = (at: number) => ({ tool_call_id: `call-${at}`, tool: 'fs_read', args: {} });

function aResult(at: number, content: string) {
  const outcome = { status: 'ok' as const, result: { content }, call_id: 'c', agent_id: 'pc1' };
  return { tool_call_id: `call-${at}`, tool: 'fs_read', outcome };
}
