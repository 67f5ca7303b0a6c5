import { MemoryService } from '../src/memory/index.js';
import { RpcChat } from '../test/rpc-chat.js';
import { tempDirs } from '../test/temp-dir.js';

const newDir = tempDirs();
let chat: RpcChat;
beforeEach(async () => (chat = await RpcChat.start(newDir())));
afterEach(() => chat.stop());

describe('memory/* over /rpc', () => {
  it('is off until it is switched on, and says that there are no files', async () => {
    const paths = { core: null, soft: null, events: null };
    expect(await chat.ask('memory/status')).toEqual({ enabled: false, autoSummary: false, paths });
    expect(await chat.ask('memory/enable')).toEqual({ enabled: true });
    expect(await chat.ask('memory/autoSummary/enable')).toEqual({ autoSummary: true });
    expect(await chat.ask('memory/status')).toMatchObject({ enabled: true, autoSummary: true });
    expect(await chat.ask('memory/disable')).toEqual({ enabled: false });
    expect(await chat.ask('memory/autoSummary/disable')).toEqual({ autoSummary: false });
    expect(await chat.ask('memory/inspect')).toMatchObject({ enabled: false, core: [], soft: [] });
  });

  it('keeps what is added, promoted and forgotten, in both shapes of the list', async () => {
    const text = 'I prefer short answers.';
    const { memory } = await chat.ask('memory/add', { text, tags: ['style, words'] });
    expect(memory).toMatchObject({ id: 'soft_001', layer: 'soft', tags: ['style', 'words'] });
    await chat.ask('memory/addCore', { text: 'Backups run on Sundays.' });
    await chat.ask('memory/addCore', { text: 'The scanner hangs.', scope: 'agent:pc1' });
    expect(await chat.ask('memory/promote', { id: 'soft_001' })).toMatchObject({
      memory: { id: 'core_003', text, source: 'promoted_soft_memory' },
    });
    expect(await chat.ask('memory/forget', { id: 'core_003' })).toEqual({ forgotten: true });
    const list = await chat.ask('memory/list');
    const ids = (rows: Record<string, unknown>[]) => rows.map(({ id }) => id);
    expect(ids(list.core)).toEqual(['core_001', 'core_002']);
    expect([ids(list.global_core), ids(list.workspace_core)]).toEqual([['core_001'], ['core_002']]);
    expect([list.soft, list.workspace_soft]).toEqual([[], []]);
    const whole = await chat.ask('memory/list', { includeInactive: true });
    expect(whole.soft).toMatchObject([
      { id: 'soft_001', status: 'forgotten', text: '[forgotten]', tags: [], confidence: 0 },
    ]);
    expect((await chat.ask('memory/inspect')).soft).toEqual(whole.soft);
  });

  it('refuses blank texts, scopes that are none and PCs that the caller may not see', async () => {
    const refused = { number: -32602, code: 'invalid_params' };
    expect(await chat.fail('memory/add', { text: ' \n' })).toEqual({
      ...{ ...refused, message: 'Memory text cannot be empty' },
    });
    for (const scope of ['workspace:/home', 'agent:', 'agent:nobody']) {
      expect(await chat.fail('memory/addCore', { text: 'x', scope })).toMatchObject(refused);
    }
    const limited = { operator: { id: 'anna', name: 'Anna' }, agents: ['pc7'] };
    const few = await chat.other(limited);
    expect(await few.fail('memory/add', { text: 'x', scope: 'agent:pc1' })).toMatchObject(refused);
    expect(await chat.ask('memory/forget', { id: 'soft_999' })).toEqual({ forgotten: false });
    expect(await chat.fail('memory/promote', { id: 'core_001' })).toMatchObject(refused);
  });

  it('belongs to its operator alone', async () => {
    await chat.ask('memory/add', { text: 'I prefer short answers.' });
    const ben = await chat.other({ operator: { id: 'ben', name: 'Ben' } });
    expect(await ben.ask('memory/list')).toMatchObject({ core: [], soft: [] });
    expect(await ben.ask('memory/forget', { id: 'soft_001' })).toEqual({ forgotten: false });
    for (const method of ['memory/summarize', 'memory/why']) {
      expect(await ben.fail(method, { sessionId: chat.sessionId })).toMatchObject({
        ...{ number: -32602, code: 'unknown_session' },
      });
    }
  });

  it('says what the last turn was given, and why', async () => {
    expect(await chat.ask('memory/why')).toEqual({
      message: 'No memory retrieval has run yet.',
    });
    await chat.ask('memory/enable');
    await chat.ask('memory/add', { text: 'The printer is in the hall.' });
    const about = { session_id: chat.sessionId, agent_id: null };
    const memory = chat.world.server.get(MemoryService);
    await memory.retrieve('anna', about, 'Why does the printer not print?');
    const why = await chat.ask('memory/why', { sessionId: chat.sessionId });
    expect(why).toMatchObject({
      retrieval: {
        ...{ persistentSessionId: chat.sessionId, enabled: true, core: [] },
        soft: [{ id: 'soft_001', words: expect.arrayContaining(['printer']) as string[] }],
      },
    });
    expect(await chat.ask('memory/why')).toEqual(why);
  });

  it('looks through a conversation when it is asked to', async () => {
    await chat.say('I prefer short answers. Why is it slow?');
    const { memories } = await chat.ask('memory/summarize', { sessionId: chat.sessionId });
    expect(memories).toMatchObject([
      { text: 'I prefer short answers.', source: 'inferred', layer: 'soft' },
    ]);
    expect(await chat.ask('memory/summarize', { sessionId: chat.sessionId })).toEqual({
      memories: [],
    });
  });

  it('stops looking through it when whoever asked does not want it any more', async () => {
    await chat.say('I prefer short answers.');
    const { sessionId, client } = chat;
    const params = { sessionId };
    for (const message of [
      { id: 'long', method: 'memory/summarize', params },
      { method: '$/cancelRequest', params: { id: 'long' } },
    ]) {
      client.socket.send(JSON.stringify({ jsonrpc: '2.0', ...message }));
    }
    expect(await client.answerTo('long')).toMatchObject({
      error: { code: -32800, data: { code: 'cancelled' } },
    });
    expect(await chat.ask('memory/list')).toMatchObject({ soft: [] });
  });
});
