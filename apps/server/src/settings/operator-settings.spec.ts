import { asking, SettingsWorld } from '../../test/settings-world.js';
import { tempDirs } from '../../test/temp-dir.js';

const newDir = tempDirs();
let world: SettingsWorld;
beforeEach(async () => {
  world = await SettingsWorld.start(newDir());
});
afterEach(() => world.stop());

const ANNA = asking('anna');

describe("an operator's settings", () => {
  it('are what the server does by itself, until something is set', async () => {
    expect(await world.settings.of('anna')).toEqual({
      ...{ chat_model: null, reasoning_effort: null },
      compaction: { enabled: true, reserve_tokens: 16_384, keep_recent_tokens: 20_000 },
      memory: { enabled: false, auto_summary: false },
    });
  });

  it('change in what is named, and stay in all else', async () => {
    await world.settings.change(ANNA, { chat_model: 'claude-opus-4-8', reasoning_effort: 'high' });
    await world.settings.change(ANNA, { compaction: { keep_recent_tokens: 5_000 } });
    const after = await world.settings.change(ANNA, { memory: { enabled: true } });
    expect(after).toEqual({
      ...{ chat_model: 'claude-opus-4-8', reasoning_effort: 'high' },
      compaction: { enabled: true, reserve_tokens: 16_384, keep_recent_tokens: 5_000 },
      memory: { enabled: true, auto_summary: false },
    });
    expect(await world.settings.of('anna')).toEqual(after);
  });

  it('are nobody else’s', async () => {
    await world.settings.change(ANNA, { chat_model: 'claude-opus-4-8' });
    expect(await world.settings.of('bert')).toMatchObject({ chat_model: null });
  });

  it('go back to the server’s own', async () => {
    await world.settings.change(ANNA, { chat_model: 'claude-opus-4-8', reasoning_effort: 'low' });
    const after = await world.settings.change(ANNA, {
      ...{ chat_model: 'default', reasoning_effort: 'default' },
    });
    expect(after).toMatchObject({ chat_model: null, reasoning_effort: null });
  });

  it('leave a row in the audit log when something changes, and none when nothing does', async () => {
    const patch = { memory: { enabled: true } };
    await world.settings.change(ANNA, patch);
    await world.settings.change(ANNA, patch);
    expect(world.audit.rows).toEqual([
      expect.objectContaining({
        ...{ kind: 'setting', target: 'chat', args: patch, ok: true },
        actor: { kind: 'operator', id: 'anna', name: 'anna' },
      }),
    ]);
  });

  it.each([
    ['a key that is no setting', { anthropic_api_key: 'sk-ant-123456789' }, 'anthropic_api_key'],
    ['a key inside', { compaction: { every: 1 } }, 'every'],
    ['a wrong kind', { memory: { enabled: 'yes' } }, 'memory.enabled'],
    ['an effort that is none', { reasoning_effort: 'huge' }, 'reasoning_effort'],
    ['a model that is no id', { chat_model: 'a model' }, 'chat_model'],
    ['too few tokens', { compaction: { reserve_tokens: 1 } }, 'compaction.reserve_tokens'],
    ['no object', 'everything', 'object'],
    ['null', null, 'object'],
  ])('refuse %s by its name, and change nothing', async (_what, patch, named) => {
    await expect(world.settings.change(ANNA, patch)).rejects.toMatchObject({
      ...{ code: 'bad_args', message: expect.stringContaining(named) as string },
    });
    expect(world.audit.rows).toEqual([]);
  });

  it('belong to people, not to programs', async () => {
    const program = asking('mcp-1', { kind: 'mcp_client', scope: 'mcp' });
    await expect(world.settings.change(program, {})).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('of two changes at once keep both', async () => {
    await Promise.all([
      world.settings.change(ANNA, { compaction: { enabled: false } }),
      world.settings.change(ANNA, { memory: { auto_summary: true } }),
    ]);
    expect(await world.settings.of('anna')).toMatchObject({
      ...{ compaction: { enabled: false }, memory: { auto_summary: true } },
    });
  });
});
