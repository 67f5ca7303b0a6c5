import { Logger } from '@nestjs/common';
import { MessagesApi } from '@kenny/testing';
import { HOUR_MS, MINUTE_MS } from '@kenny/kernel';
import { asking, SettingsWorld } from '../../test/settings-world.js';
import { tempDirs } from '../../test/temp-dir.js';

beforeAll(() => {
  Logger.overrideLogger(false);
});
const newDir = tempDirs();
let api: MessagesApi;
let world: SettingsWorld;
beforeEach(async () => {
  api = await MessagesApi.start();
  world = await SettingsWorld.start(newDir(), { apiKey: api.key, baseUrl: api.url });
});
afterEach(async () => {
  await world.stop();
  await api.stop();
});

const ids = async () => (await world.models.list()).map(({ id }) => id);
const DEFAULT = 'claude-sonnet-4-6';
const overloaded = { status: 529, error: { type: 'overloaded_error', message: 'Overloaded' } };

describe('the models of the chat', () => {
  it('are those that the service lists, newest first, with their windows', async () => {
    api.lists([
      { id: 'claude-new-6', display_name: 'Claude New 6', max_input_tokens: 1_000_000 },
      { id: DEFAULT, capabilities: { effort: { supported: false } } },
    ]);
    expect(await world.models.list()).toEqual([
      { id: 'claude-new-6', name: 'Claude New 6', context_window: 1_000_000, reasoning: true },
      { id: DEFAULT, name: DEFAULT, context_window: 200_000, reasoning: false },
    ]);
  });

  it('hold the server’s own even when the service does not list it', async () => {
    api.lists([{ id: 'claude-new-6' }]);
    expect(await ids()).toEqual([DEFAULT, 'claude-new-6']);
  });

  it('are told one by one as they are known, and nobody waits for that', async () => {
    api.lists([{ id: 'claude-new-6', max_input_tokens: 1_000_000 }]);
    expect(world.models.find('claude-new-6')).toMatchObject({ context_window: null });
    expect(world.models.find(DEFAULT)).toMatchObject({ context_window: 200_000 });
    await ids();
    expect(world.models.find('claude-new-6')).toMatchObject({ context_window: 1_000_000 });
    expect(api.listed).toBe(1);
  });

  it('are asked for once an hour, and once for all who wait', async () => {
    api.lists([{ id: DEFAULT }]);
    await Promise.all([ids(), ids()]);
    world.clock.advance(HOUR_MS - 1);
    await ids();
    expect(api.listed).toBe(1);
    world.clock.advance(1);
    await ids();
    expect(api.listed).toBe(2);
  });

  it('are the last known ones while the service fails, which is asked again a minute later', async () => {
    api.lists([{ id: 'claude-new-6' }]);
    await ids();
    world.clock.advance(HOUR_MS);
    api.lists(overloaded);
    expect(await ids()).toContain('claude-new-6');
    api.lists([{ id: 'claude-newer-7' }]);
    expect(await ids()).toContain('claude-new-6');
    world.clock.advance(MINUTE_MS);
    expect(await ids()).toContain('claude-newer-7');
  });

  it('are a short list of our own where the service was never reached, or there is no key', async () => {
    api.lists(overloaded);
    expect(await ids()).toContain(DEFAULT);
    const keyless = await SettingsWorld.start(newDir(), { model: 'my-model' });
    const models = await keyless.models.list();
    expect(models.map(({ id }) => id)).toEqual(expect.arrayContaining(['my-model', DEFAULT]));
    await keyless.stop();
  });

  it('of another key are asked for anew', async () => {
    const keyless = await SettingsWorld.start(newDir(), { baseUrl: api.url });
    await keyless.models.list();
    expect(api.listed).toBe(0);
    api.lists([{ id: 'claude-new-6' }]);
    await keyless.key.store(asking('root', { scope: 'admin' }), api.key);
    const models = await keyless.models.list();
    expect(models.map(({ id }) => id)).toContain('claude-new-6');
    await keyless.stop();
  });

  it('leave out what is retired or has no usable id', async () => {
    api.lists([{ id: 'bad id' }, { id: 'claude-old-1', lifecycle: 'retired' }, { id: DEFAULT }]);
    expect(await ids()).toEqual([DEFAULT]);
  });

  it('keep nobody waiting who has gone', async () => {
    api.lists('hang');
    const gone = new AbortController();
    const waiting = world.models.list(gone.signal);
    gone.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    await expect(world.models.list(gone.signal)).rejects.toThrow('gone');
  });
});
