import { ChatWorld } from '../test/chat-world.js';
import { RpcTestClient } from '../test/rpc-client.js';
import { tempDirs } from '../test/temp-dir.js';
import { saying } from '../test/told-brain.js';

const newDir = tempDirs();
const DEFAULT = 'claude-sonnet-4-6';
let world: ChatWorld;
let client: RpcTestClient;

beforeEach(async () => {
  world = await ChatWorld.start(newDir());
  client = await RpcTestClient.open(world.server.url, world.anna);
});
afterEach(async () => {
  await world.server.stop();
  world.brain.mustBeDone();
});

const state = (sessionId: string) => client.ask('runtime/state', { sessionId });

describe('the models of an operator', () => {
  it('are listed with the one that counts now, which they choose', async () => {
    expect(await client.ask('models/current')).toEqual({
      ...{ provider: 'Anthropic', id: DEFAULT, model: DEFAULT, name: 'Claude Sonnet 4.6' },
      ...{ reasoning: true, reasoningEffort: null, contextWindow: 200_000, current: true },
    });
    const opus = { model: 'anthropic/claude-opus-4-6' };
    expect(await client.ask('models/set', opus)).toMatchObject({ id: 'claude-opus-4-6' });
    expect(await client.ask('reasoning/set', { effort: 'high' })).toMatchObject({
      ...{ id: 'claude-opus-4-6', reasoningEffort: 'high' },
    });
    const { models } = await client.ask('models/list');
    expect(models.filter(({ current }) => current)).toEqual([await client.ask('models/current')]);
    expect(models.map(({ id }) => id)).toContain(DEFAULT);
    await client.ask('models/set', { model: 'default' });
    expect(await client.ask('models/current')).toMatchObject({ id: DEFAULT });
  });

  it('may be of a name that no list has, with slashes of its own', async () => {
    const id = 'vendor/some/model';
    expect(await client.ask('models/set', { model: id, provider: 'ANTHROPIC' })).toMatchObject({
      id,
    });
    expect(await client.ask('models/set', { model: `Anthropic/${id}` })).toMatchObject({ id });
    const { models } = await client.ask('models/list');
    expect(models.at(-1)).toMatchObject({ id, current: true, contextWindow: null });
    expect(await client.fail('models/set', { model: id })).toMatchObject({
      ...{ code: 'invalid_params', message: expect.stringContaining('vendor') as string },
    });
  });

  it('are nobody else’s', async () => {
    await client.ask('models/set', { model: 'claude-opus-4-6' });
    const token = await world.token({ operator: { id: 'ben', name: 'Ben' } });
    const ben = await RpcTestClient.open(world.server.url, token);
    expect(await ben.ask('models/current')).toMatchObject({ id: DEFAULT });
  });
});

describe('the model of a conversation', () => {
  it('is chosen for it alone, and counts from the next turn on', async () => {
    const { id: sessionId } = await client.ask('sessions/create', { name: 'here' });
    const set = (settingId: string, value: unknown) =>
      client.ask('runtime/updateSetting', { sessionId, settingId, value });
    const value = { provider: 'Anthropic', model: 'claude-opus-4-6' };
    expect(await set('defaultModel', value)).toEqual({
      ...{ applied: 'live', message: 'Model updated for this session.' },
    });
    expect(await set('defaultThinkingLevel', 'max')).toEqual({
      ...{ applied: 'live', message: 'Thinking level updated for this session.' },
    });
    expect(await state(sessionId)).toMatchObject({
      ...{ model: { id: 'claude-opus-4-6', reasoningEffort: 'max' }, thinkingLevel: 'max' },
      ...{ defaultModel: `Anthropic/${DEFAULT}`, defaultThinkingLevel: null },
    });
    expect(await client.ask('models/current')).toMatchObject({ id: DEFAULT });
    await set('defaultModel', null);
    await set('defaultThinkingLevel', null);
    expect(await state(sessionId)).toMatchObject({ model: { id: DEFAULT }, thinkingLevel: null });
    expect(await client.ask('runtime/reload', { sessionId })).toEqual({
      ...{ ok: true, message: 'Resources reloaded.' },
    });
  });
});

describe('what a conversation holds', () => {
  it('is counted, also in a clone, with how much of the room it fills', async () => {
    const { id: sessionId } = await client.ask('sessions/create');
    await client.ask('kenny/attach', { sessionId });
    const empty = await client.ask('runtime/stats', { sessionId });
    expect(empty).toMatchObject({ totalMessages: 0, autoCompactionEnabled: true });
    expect(empty).not.toHaveProperty('contextUsage');
    world.brain.will(saying('x'.repeat(4_000)));
    const { id } = await client.ask('turns/start', { sessionId, input: 'say much' });
    await client.finished(id);
    const clone = await client.ask('sessions/clone', { sessionId });
    for (const one of [sessionId, clone.id]) {
      const { contextUsage, ...stats } = await client.ask('runtime/stats', { sessionId: one });
      expect(stats).toMatchObject({ userMessages: 1, assistantMessages: 1, totalMessages: 2 });
      expect(contextUsage).toMatchObject({ contextWindow: 200_000, estimated: true });
      expect(contextUsage?.tokens).toBeGreaterThan(1_000);
      expect(contextUsage?.percent).toBeCloseTo(0.5, 0);
    }
  });

  it('is being summarised while that is so', async () => {
    const { id: sessionId } = await client.ask('sessions/create');
    await client.ask('kenny/attach', { sessionId });
    for (const input of ['one', 'two']) {
      world.brain.will(saying('ok'));
      const { id } = await client.ask('turns/start', { sessionId, input });
      await client.finished(id);
    }
    let end = (_summary: string): void => undefined;
    const settings = { enabled: false, reserve_tokens: 0, keep_recent_tokens: 2 };
    world.brain.compactor = {
      tokensOf: () => 1,
      room: () => Promise.resolve({ window: 1_000, settings }),
      summarise: () => new Promise((resolve) => (end = resolve)),
    };
    const compacting = client.ask('sessions/compact', { sessionId });
    await client.pushes('session/event');
    expect(await state(sessionId)).toMatchObject({ isCompacting: true });
    end('one was said');
    await compacting;
    expect(await state(sessionId)).toMatchObject({ isCompacting: false });
    delete world.brain.compactor;
  });
});
