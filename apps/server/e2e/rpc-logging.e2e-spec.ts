import { FakeClock } from '@kenny/testing';
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
