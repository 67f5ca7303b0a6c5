import { ChatService } from '../src/chat/index.js';
import { PrincipalResolver } from '../src/auth/index.js';
import type { CompactionSettings } from '@kenny/session';
import { ChatWorld } from '../test/chat-world.js';
import { RpcTestClient } from '../test/rpc-client.js';
import { tempDirs } from '../test/temp-dir.js';
import { saying, use, wanting } from '../test/told-brain.js';

const newDir = tempDirs();
let world: ChatWorld;
let client: RpcTestClient;
let sessionId: string;

beforeEach(async () => {
  world = await ChatWorld.start(newDir());
  client = await RpcTestClient.open(world.server.url, world.anna);
  sessionId = (await client.ask('sessions/create', { workspaceRoot: 'kenny://agent/pc1' })).id;
  await client.ask('kenny/attach', { sessionId });
});
afterEach(async () => {
  delete world.brain.compactor;
  await world.server.stop();
  world.brain.mustBeDone();
});

const rolesOf = async (id: string) =>
  (await client.ask('sessions/transcript', { sessionId: id })).messages.map(({ role }) => role);

/** Turns that have come to their end. */
async function said(...texts: string[]): Promise<void> {
  for (const input of texts) {
    world.brain.will(saying(`heard ${input}`));
    const { id } = await client.ask('turns/start', { sessionId, input });
    await client.finished(id);
  }
}

/** Summaries wait for the test. */
function summaries(settings: Partial<CompactionSettings> = {}, window = 1_000_000) {
  const asked: { instructions: string; signal: AbortSignal; answer(text: string): void }[] = [];
  world.brain.compactor = {
    tokensOf: () => 1,
    room: () =>
      Promise.resolve({
        window,
        settings: { enabled: false, reserve_tokens: 0, keep_recent_tokens: 2, ...settings },
      }),
    summarise: (_work, instructions, signal) =>
      new Promise((answer) => asked.push({ instructions, signal, answer })),
  };
  return asked;
}

describe('sessions/clone', () => {
  it('is a conversation of its own that begins with all that was said and run', async () => {
    world.brain.will(wanting(use('fs_list', { path: '/tmp' })), saying('two files'));
    const { id } = await client.ask('turns/start', { sessionId, input: 'look' });
    await client.finished(id);
    const clone = await client.ask('sessions/clone', { sessionId });
    expect(clone).toMatchObject({
      ...{ parentId: sessionId, name: 'look', workspaceRoot: 'kenny://agent/pc1' },
      parentPath: `kenny://session/${sessionId}`,
    });
    const whole = await client.ask('sessions/transcript', { sessionId });
    const copy = await client.ask('sessions/transcript', { sessionId: clone.id });
    expect(copy.messages).toEqual(whole.messages);
    expect(copy.messages[1]).toMatchObject({
      content: [{ type: 'toolCall', name: 'fs_list', arguments: { path: '/tmp' } }],
    });
    expect(copy.messages[2]).toMatchObject({ toolName: 'fs_list', isError: false });
    await said('only there');
    expect(await rolesOf(clone.id)).toEqual(['user', 'assistant', 'toolResult', 'assistant']);
  });
});

describe('sessions/fork', () => {
  it('cuts before a message, and gives that back to be edited', async () => {
    await said('one', 'two', `three ${'x'.repeat(200)}`);
    const { messages } = await client.ask('sessions/forkMessages', { sessionId });
    expect(messages.map(({ text }) => text.length)).toEqual([3, 3, 120]);
    const fork = await client.ask('sessions/fork', { sessionId, entryId: messages[1]?.entryId });
    expect(fork).toMatchObject({ text: 'two', cancelled: false, session: { parentId: sessionId } });
    expect(await rolesOf(fork.session.id)).toEqual(['user', 'assistant']);
    const { messages: left } = await client.ask('sessions/forkMessages', {
      sessionId: fork.session.id,
    });
    expect(left).toMatchObject([{ text: 'one' }]);
  });

  it('takes the place in the transcript for an id, and cuts before nothing but messages', async () => {
    await said('one', 'two');
    const alias = { sessionId, entryId: 'message:2' };
    expect(await client.ask('sessions/fork', alias)).toMatchObject({ text: 'two' });
    expect(await client.fail('sessions/fork', { sessionId, entryId: 'message:1' })).toEqual({
      ...{ number: -32602, code: 'invalid_params', message: 'Entry is not forkable: message:1' },
    });
    expect(await client.fail('sessions/fork', { sessionId, entryId: 'message:9' })).toEqual({
      ...{ number: -32602, code: 'unknown_entry', message: 'Unknown fork entryId: message:9' },
    });
  });

  it('of what is stored goes while a turn is at work', async () => {
    await said('one');
    const thinking = world.brain.nextRound();
    const { id } = await client.ask('turns/start', { sessionId, input: 'two' });
    const round = await thinking;
    const clone = await client.ask('sessions/clone', { sessionId });
    expect(await rolesOf(clone.id)).toEqual(['user', 'assistant', 'user']);
    round.say('done');
    await client.finished(id);
  });

  it('of somebody else’s conversation finds nothing', async () => {
    const ben = await RpcTestClient.open(
      world.server.url,
      await world.token({ operator: { id: 'ben', name: 'Ben' } }),
    );
    for (const method of ['clone', 'forkMessages', 'compact']) {
      expect(await ben.fail(`sessions/${method}`, { sessionId })).toMatchObject({
        code: 'unknown_session',
      });
    }
    const fork = { sessionId, entryId: 'message:0' };
    expect(await ben.fail('sessions/fork', fork)).toMatchObject({ code: 'unknown_session' });
  });
});

describe('sessions/compact', () => {
  it('is told as it begins and ends, before its answer, and stands in the transcript', async () => {
    await said('one', 'two');
    const asked = summaries();
    const compacting = client.ask('sessions/compact', { sessionId, customInstructions: 'names' });
    await client.pushes('session/event');
    expect(asked[0]).toMatchObject({ instructions: 'names' });
    asked[0]?.answer('one was said');
    const result = await compacting;
    expect(result).toMatchObject({ summary: 'one was said', tokensBefore: 4 });
    expect(client.pushed('session/event')).toMatchObject([
      { sessionId, type: 'compactionStart', payload: {} },
      {
        ...{ sessionId, type: 'compactionEnd' },
        payload: { result, aborted: false, willRetry: false, errorMessage: null },
      },
    ]);
    const { messages } = await client.ask('sessions/transcript', { sessionId });
    expect(messages.at(-1)).toEqual({
      ...{ role: 'compactionSummary', summary: 'one was said', tokensBefore: 4 },
    });
    expect(await client.fail('sessions/compact', { sessionId })).toEqual({
      ...{ number: -32602, code: 'invalid_params', message: 'Already compacted' },
    });
  });

  it('is refused while a turn or another one is at work', async () => {
    await said('one', 'two');
    const asked = summaries();
    const first = client.ask('sessions/compact', { sessionId });
    await client.pushes('session/event');
    const busy = { number: -32602, code: 'session_busy' };
    expect(await client.fail('sessions/compact', { sessionId })).toMatchObject(busy);
    asked[0]?.answer('one');
    await first;
    const thinking = world.brain.nextRound();
    const { id } = await client.ask('turns/start', { sessionId, input: 'three' });
    const round = await thinking;
    expect(await client.fail('sessions/compact', { sessionId })).toMatchObject(busy);
    round.say('done');
    await client.finished(id);
  });

  it('is stopped by whoever asked for it, and nothing has changed', async () => {
    await said('one', 'two');
    const asked = summaries();
    const request = { jsonrpc: '2.0', id: 'long', method: 'sessions/compact' };
    client.socket.send(JSON.stringify({ ...request, params: { sessionId } }));
    await client.pushes('session/event');
    const cancel = { jsonrpc: '2.0', method: '$/cancelRequest', params: { id: 'long' } };
    client.socket.send(JSON.stringify(cancel));
    expect(await client.answerTo('long')).toMatchObject({ error: { code: -32800 } });
    expect(asked[0]?.signal.aborted).toBe(true);
    expect((await client.pushes('session/event', 2))[1]?.payload).toMatchObject({
      ...{
        result: null,
        aborted: true,
        errorMessage: expect.stringContaining('stopped') as string,
      },
    });
    expect(await rolesOf(sessionId)).not.toContain('compactionSummary');
  });

  it('gives way to a message, and fails with words when there is no summary', async () => {
    await said('one', 'two');
    const asked = summaries();
    const passed = client.fail('sessions/compact', { sessionId });
    await client.pushes('session/event');
    await said('three');
    expect(await passed).toMatchObject({ number: -32602, code: 'conflict' });
    const empty = client.fail('sessions/compact', { sessionId });
    await client.pushes('session/event', 3);
    asked[1]?.answer('  ');
    expect(await empty).toMatchObject({
      ...{ number: -32603, code: 'internal' },
      message: 'Compaction produced an empty summary; context was not changed.',
    });
  });

  it('is told when a turn compacts by itself', async () => {
    await said('one', 'two');
    const asked = summaries({ enabled: true }, 3);
    world.brain.will(saying('done'));
    const { id } = await client.ask('turns/start', { sessionId, input: 'three' });
    await client.pushes('session/event');
    asked[0]?.answer('one was said');
    await client.finished(id);
    expect(client.pushed('session/event')).toMatchObject([
      { type: 'compactionStart' },
      { type: 'compactionEnd', payload: { result: { summary: 'one was said' }, aborted: false } },
    ]);
  });
});

describe('sessions/transcript', () => {
  it('shows pictures, and how a turn failed', async () => {
    const { body } = await world.server.http<{ items: { id: string }[] }>('GET', '/api/tokens');
    const principal = await world.server.get(PrincipalResolver).ofToken(body.items[0]?.id ?? '');
    if (!principal) throw new Error('nobody is known');
    const ctx = { principal, door: 'stdio', request_id: 'r' } as const;
    const thinking = world.brain.nextRound();
    const { turn_id } = await world.server.get(ChatService).say(ctx, {
      ...{ session_id: sessionId, message: 'see' },
      images: [{ mime_type: 'image/png', data: PNG, name: 'screen' }],
    });
    (await thinking).fail(new Error('broken'));
    await client.finished(turn_id);
    const { messages } = await client.ask('sessions/transcript', { sessionId });
    expect(messages).toMatchObject([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'see' },
          { type: 'image', data: PNG, mimeType: 'image/png', alt: 'screen' },
        ],
      },
      { role: 'assistant', content: [], errorMessage: expect.any(String) as string },
    ]);
    const fork = await client.ask('sessions/fork', { sessionId, entryId: 'message:0' });
    expect(fork.attachments).toEqual([
      { type: 'image', data: PNG, mimeType: 'image/png', name: 'screen' },
    ]);
  });
});

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
