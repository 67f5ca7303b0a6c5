import { FakeClock } from '@kenny/testing';
import { ChatEventEntity } from '../src/chat/store/chat-event.entity.js';
import { ChatSessionEntity } from '../src/chat/store/chat-session.entity.js';
import { ChatTurnEntity } from '../src/chat/store/chat-turn.entity.js';
import { Writer } from '../src/database/index.js';
import { RpcChat } from '../test/rpc-chat.js';
import { tempDirs } from '../test/temp-dir.js';
import { saying, use, wanting } from '../test/told-brain.js';

const HEADER =
  'bucket_start,bucket_end,provider,model,events,input_tokens,output_tokens,' +
  'cache_read_tokens,cache_write_tokens,total_tokens';
const USAGE = { input_tokens: 100, output_tokens: 10, cache_read_input_tokens: 5 };
const DAY_MS = 86_400_000;

const newDir = tempDirs();
let clock: FakeClock;
let chat: RpcChat;
beforeEach(async () => {
  clock = new FakeClock();
  chat = await RpcChat.start(newDir(), clock);
});
afterEach(() => chat.stop());

const idOf = (kind: number, n: number): string =>
  `00000000-0000-4000-${8000 + kind}-${String(n).padStart(12, '0')}`;
const aSession = (n: number, at: number) => ({
  ...{ id: idOf(1, n), owner_id: 'anna', name: null, words: null, agent_id: null, agents: null },
  ...{
    kind: 'chat' as const,
    sensitive: false,
    granted: false,
    parent_id: null,
    model: null,
    effort: null,
  },
  ...{ created_at: at, updated_at: at, deleted_at: null, turns: 1, entries: 0, events: 0 },
});
let rows = 0;
function aTurn(session_id: string, number: number, at: number, more: object = {}): ChatTurnEntity {
  const usage = { input_tokens: 100 };
  const times = { created_at: at, started_at: at, finished_at: at };
  const record = { status: 'completed', usage, error: null, ...times, ...more };
  return {
    ...{ id: idOf(2, (rows += 1)), session_id, number, status: 'completed' },
    record: JSON.stringify(record),
  };
}
function aResult(session_id: string, position: number, at: number): ChatEventEntity {
  const payload = JSON.stringify({ toolName: 'fs_list', status: 'ok', result: 1, durationMs: 1 });
  const place = { turn_id: idOf(3, 1), sequence: position, position };
  return { session_id, ...place, at, type: 'toolResult', payload };
}

const counted = () => ({ ...saying('Good.'), usage: USAGE });
const today = () => new Date(clock.now()).toISOString().slice(0, 10);

describe('logging/stats', () => {
  it('counts turns, tokens, calls and errors of the caller in that time', async () => {
    const looks = wanting(
      use('fs_list', { path: '/', agent_id: 'pc1' }),
      use('fs_list', { path: '/', agent_id: 'nobody' }),
    );
    await chat.say('look', [looks, counted()]);
    const stats = await chat.ask('logging/stats', { range: '1 day' });
    expect(stats).toMatchObject({
      ...{ logDir: null, enabledCategories: ['tokens', 'performance', 'tools', 'errors'] },
      range: { input: '1 day', count: 1, unit: 'day', startAt: `${today()}T00:00:00.000Z` },
      recordsByCategory: { tokens: 1, performance: 3, tools: 2, errors: 1 },
      ...{ recordCount: 7, recordsByEvent: { modelUsage: 1, toolCall: 2, toolFailed: 1 } },
      usageStats: {
        modelUsageEvents: 1,
        totals: { input: 100, output: 11, cacheRead: 5, cacheWrite: 0, total: 116 },
      },
      performance: { events: { turn: { count: 1, statuses: { completed: 1 } } } },
      tools: { calls: 2, byName: { fs_list: 2 }, byStatus: { ok: 1, error: 1 } },
      errors: { count: 1, byClass: { tool: 1 }, byProvider: {}, byCode: { unknown_agent: 1 } },
    });
    expect(JSON.stringify(stats)).not.toContain('nobody');
    const ben = await chat.other({ operator: { id: 'ben', name: 'Ben' } });
    expect(await ben.ask('logging/stats')).toMatchObject({ recordCount: 0, errors: { count: 0 } });
  });

  it('leaves out what was before', async () => {
    await chat.say('one', [counted()]);
    clock.jump(2 * DAY_MS);
    await chat.say('two', [counted()]);
    const count = async (range: string) =>
      (await chat.ask('logging/stats', { range })).recordsByCategory['tokens'];
    expect([await count('1 day'), await count('2 days'), await count('3 days')]).toEqual([1, 1, 2]);
  });

  it('counts all of it, over conversations, turns and calls without end', async () => {
    const { writer, many } = {
      writer: chat.world.server.get(Writer),
      many: [...Array(230).keys()],
    };
    const at = clock.now();
    const ids = many.map((n) => aSession(n, at).id);
    const [first = ''] = ids;
    const turns = [
      ...ids.map((id) => aTurn(id, 1, at)),
      ...many.slice(0, 130).map((n) => aTurn(first, n + 2, at)),
    ];
    const events = [...many, ...many].map((_, n) => aResult(first, n + 1, at));
    await writer.write(async ({ manager }) => {
      for (const part of [many.slice(0, 50), many.slice(50, 140), many.slice(140)]) {
        await manager.insert(
          ChatSessionEntity,
          part.map((n) => aSession(n, at)),
        );
      }
      for (const turn of turns) await manager.insert(ChatTurnEntity, turn);
      for (const event of events) await manager.insert(ChatEventEntity, event);
    });
    expect(await chat.ask('logging/stats', { range: '1 day' })).toMatchObject({
      recordsByCategory: { tokens: 360, tools: 460 },
      usageStats: { totals: { input: 36_000, total: 36_000 } },
    });
  });

  it('looks behind a turn that was taken out of the queue before', async () => {
    const at = clock.now();
    const session = aSession(1, at);
    const gone = { status: 'canceled', started_at: null, finished_at: at - 2 * DAY_MS, usage: {} };
    await chat.world.server.get(Writer).write(async ({ manager }) => {
      await manager.insert(ChatSessionEntity, session);
      await manager.insert(ChatTurnEntity, aTurn(session.id, 1, at));
      await manager.insert(ChatTurnEntity, aTurn(session.id, 2, at, gone));
    });
    expect(await chat.ask('logging/stats', { range: '1 day' })).toMatchObject({
      usageStats: { modelUsageEvents: 1 },
    });
  });

  it.each(['1week', '0 days', '1 fortnight'])('refuses %s with how to write it', async (range) => {
    for (const method of ['logging/stats', 'logging/tokenCsv']) {
      expect(await chat.fail(method, { range })).toEqual({
        ...{ number: -32602, code: 'invalid_params' },
        message: 'Usage: /stats [N minutes|hours|days|weeks|months|years] (default: 1 week)',
      });
    }
  });
});

describe('logging/tokenCsv', () => {
  it('has a row for each bucket and model that used any', async () => {
    expect(await chat.ask('logging/tokenCsv')).toEqual({ csv: `${HEADER}\n` });
    await chat.say('one', [counted()]);
    await chat.say('two', [counted()]);
    const first = today();
    clock.jump(DAY_MS);
    await chat.say('three', [counted()]);
    const { csv } = await chat.ask('logging/tokenCsv', { range: '5 days', bucket: 'day' });
    const next = new Date(clock.now() + DAY_MS).toISOString().slice(0, 10);
    const model = /Anthropic,([\w-]+),/.exec(csv)?.[1];
    const at = (day: string) => `${day}T00:00:00.000Z`;
    expect(csv.split('\n')).toEqual([
      HEADER,
      `${at(first)},${at(today())},Anthropic,${model},2,200,20,10,0,230`,
      `${at(today())},${at(next)},Anthropic,${model},1,100,10,5,0,115`,
      '',
    ]);
  });
});
