import { SERVER_FILES } from '@kenny/contract';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AServer } from '../test/a-server.js';
import { RpcChat } from '../test/rpc-chat.js';
import { RpcTestClient } from '../test/rpc-client.js';
import { tempDirs } from '../test/temp-dir.js';

const KEY = 'made-up-key-of-nobody-0123456789';
const ANTHROPIC = { providerId: 'anthropic' };

const newDir = tempDirs();
let dataDir: string;
let chat: RpcChat;
let admin: RpcTestClient;
beforeEach(async () => {
  dataDir = newDir();
  chat = await RpcChat.start(dataDir);
  admin = await RpcTestClient.open(chat.world.server.url, chat.world.server.admin);
});
afterEach(() => chat.stop());

const settingRows = () => chat.world.server.audit('kind=setting');

describe('config/* over /rpc', () => {
  it("reads and changes the operator's own settings, and no other's", async () => {
    const { path, config } = await chat.ask('config/read');
    expect([path, config['chat_model'], config['reasoning_effort']]).toEqual([null, null, null]);
    const compaction = { keep_recent_tokens: 30_000 };
    const changed = await chat.ask('config/update', {
      values: { chat_model: 'claude-haiku-4-5', compaction },
    });
    expect(changed.config).toMatchObject({
      ...{ chat_model: 'claude-haiku-4-5', reasoning_effort: null },
      compaction: { enabled: true, reserve_tokens: 16_384, ...compaction },
    });
    expect((await admin.ask('config/read')).config).toMatchObject({ chat_model: null });
  });

  it('takes back everything that it shows', async () => {
    await chat.ask('config/update', { values: { reasoning_effort: 'high' } });
    const { config } = await chat.ask('config/read');
    expect(await chat.ask('config/update', { values: config })).toEqual({ path: null, config });
    const values = { ...config, reasoning_effort: null };
    expect((await chat.ask('config/update', { values })).config).toEqual(values);
  });

  it.each([
    [null, 'Config values must be an object'],
    [[], 'Config values must be an object'],
    [{ shell: 'bash' }, 'Unknown config key: shell'],
    [{ toString: 1 }, 'Unknown config key: toString'],
    [{ memory: { enabled: true } }, 'Unknown config key: memory'],
    [{ compaction: { shell: 1 } }, 'compaction'],
    [{ anthropic_api_key: 5 }, 'anthropic_api_key: a text'],
    [{ anthropic_api_key: KEY, reasoning_effort: 'high' }, 'without other keys'],
  ])('refuses %j and changes nothing', async (values, words) => {
    const before = await chat.ask('config/read');
    const refused = await chat.fail('config/update', { values });
    expect(refused).toMatchObject({ number: -32602, code: 'invalid_params' });
    expect(refused.message).toContain(words);
    expect(await chat.ask('config/read')).toEqual(before);
  });

  it('never reads secrets back', async () => {
    expect(await chat.fail('config/read', { redacted: false })).toMatchObject({
      ...{ number: -32602, code: 'unsupported' },
    });
    await admin.ask('config/update', { values: { anthropic_api_key: KEY } });
    expect(readFileSync(join(dataDir, SERVER_FILES.modelKey), 'utf8')).toBe(`${KEY}\n`);
    await admin.ask('config/read');
    await admin.ask('auth/providers');
    expect(JSON.stringify(admin.heard)).not.toContain(KEY);
    expect(JSON.stringify(await settingRows())).not.toContain(KEY);
  });

  it('lets only an admin set the key', async () => {
    const values = { anthropic_api_key: KEY };
    expect(await chat.fail('config/update', { values })).toMatchObject({ code: 'unauthorized' });
    const login = { ...ANTHROPIC, apiKey: KEY };
    expect(await chat.fail('auth/loginWithApiKey', login)).toMatchObject({ code: 'unauthorized' });
    expect(await chat.fail('auth/logoutProvider', ANTHROPIC)).toMatchObject({
      code: 'unauthorized',
    });
    expect(existsSync(join(dataDir, SERVER_FILES.modelKey))).toBe(false);
  });
});

describe('auth/* over /rpc', () => {
  const card = async (client = admin) => (await client.ask('auth/providers')).providers[0];

  it('stores and removes the key, and tells where the one in use comes from', async () => {
    const isThere = { anthropic: true, openaiOAuth: false };
    expect(await chat.ask('auth/status')).toMatchObject({ anthropic: false });
    expect(await card()).toMatchObject({ configured: false, label: 'Not set', canLogout: false });
    expect(await admin.ask('auth/loginWithApiKey', { ...ANTHROPIC, apiKey: KEY })).toEqual({
      ...ANTHROPIC,
      message: 'The key is stored.',
    });
    expect(await chat.ask('auth/status')).toMatchObject(isThere);
    expect(await card()).toMatchObject({ configured: true, source: 'stored', canLogout: true });
    expect(await card(chat.client)).toMatchObject({ canLogout: false, supported: false });
    expect(await admin.ask('auth/logoutProvider', ANTHROPIC)).toMatchObject(ANTHROPIC);
    expect(await chat.ask('auth/status')).toMatchObject({ anthropic: false });
    const rows = (await settingRows()) as { target: string; door: string }[];
    expect(rows.map(({ target, door }) => [target, door])).toEqual([
      ['model key', 'stdio'],
      ['model key', 'stdio'],
    ]);
  });

  it("says that the environment's key counts, whatever is stored", async () => {
    const env = { ANTHROPIC_API_KEY: 'the-environments-key-0123' };
    const server = await AServer.start({ dataDir: newDir(), env });
    const theirs = await RpcTestClient.open(server.url, server.admin);
    const stored = await theirs.ask('auth/loginWithApiKey', { ...ANTHROPIC, apiKey: KEY });
    expect(stored.message).toContain("server's environment counts");
    expect(await card(theirs)).toMatchObject({ source: 'environment', canLogout: true });
    await theirs.ask('auth/logoutProvider', ANTHROPIC);
    expect(await card(theirs)).toMatchObject({ source: 'environment', canLogout: false });
    expect(JSON.stringify(theirs.heard)).not.toContain(env.ANTHROPIC_API_KEY);
    await server.stop();
  });

  it.each([
    ['another provider', { providerId: 'openrouter', apiKey: KEY }, 'Unsupported provider'],
    ['a key that is none', { ...ANTHROPIC, apiKey: 'a b' }, '8 to 512 characters'],
  ])('refuses %s', async (_what, params, words) => {
    const { message, ...refused } = await admin.fail('auth/loginWithApiKey', params);
    expect(refused).toEqual({ number: -32602, code: 'invalid_params' });
    expect(message).toContain(words);
  });

  it('says so when there is nothing to remove', async () => {
    expect(await admin.fail('auth/logoutProvider', ANTHROPIC)).toEqual({
      ...{ number: -32602, code: 'invalid_params', message: 'No key is stored on this server' },
    });
  });
});
