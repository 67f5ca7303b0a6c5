import { Logger } from '@nestjs/common';
import { SERVER_FILES } from '@kenny/contract';
import { MessagesApi } from '@kenny/testing';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asking, SettingsWorld } from '../../test/settings-world.js';
import { tempDirs } from '../../test/temp-dir.js';

const KEY = 'sk-ant-stored-0123456789';
const ADMIN = asking('root', { scope: 'admin' });
beforeAll(() => {
  Logger.overrideLogger(false);
});
const newDir = tempDirs();
let dataDir: string;
let world: SettingsWorld;
beforeEach(async () => {
  dataDir = newDir();
  world = await SettingsWorld.start(dataDir);
});
afterEach(() => world.stop());

const file = () => join(dataDir, SERVER_FILES.modelKey);

async function again(apiKey: string | null = null): Promise<void> {
  await world.stop();
  world = await SettingsWorld.start(dataDir, { apiKey });
}

describe('the key of the model service', () => {
  it('counts at once when an admin stores it, and after a restart', async () => {
    expect(world.service.client()).toBeNull();
    expect(world.key.state()).toEqual({ source: null, stored: false, trouble: null });
    await world.key.store(ADMIN, ` ${KEY}\n`);
    expect(world.key.current()).toEqual({ key: KEY, source: 'stored' });
    expect(world.service.client()?.apiKey).toBe(KEY);
    await again();
    expect(world.key.current()).toEqual({ key: KEY, source: 'stored' });
  });

  it('lies in a file of its own that nobody else may read, whole', async () => {
    await world.key.store(ADMIN, KEY);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(readFileSync(file(), 'utf8')).toBe(`${KEY}\n`);
    expect(readdirSync(dataDir).filter((name) => name.startsWith(SERVER_FILES.modelKey))).toEqual([
      SERVER_FILES.modelKey,
    ]);
  });

  it('is never told again: not as state, not in the audit log', async () => {
    const state = await world.key.store(ADMIN, KEY);
    expect(state).toEqual({ source: 'stored', stored: true, trouble: null });
    expect(JSON.stringify(world.audit.rows)).not.toContain(KEY);
    expect(world.audit.rows).toEqual([
      expect.objectContaining({
        ...{ kind: 'setting', target: 'model key', args: { action: 'store' }, ok: true },
      }),
    ]);
  });

  it('of the environment is used before a stored one', async () => {
    await world.key.store(ADMIN, KEY);
    await again('sk-ant-environment');
    expect(world.key.current()).toEqual({ key: 'sk-ant-environment', source: 'environment' });
    expect(world.key.state()).toMatchObject({ source: 'environment', stored: true });
    await world.key.remove(ADMIN);
    expect(world.key.current()?.source).toBe('environment');
  });

  it('is gone at once when an admin removes it', async () => {
    await world.key.store(ADMIN, KEY);
    expect(await world.key.remove(ADMIN)).toMatchObject({ source: null, stored: false });
    expect(world.service.client()).toBeNull();
    expect(world.service.unavailable).toContain('ANTHROPIC_API_KEY');
    await expect(world.key.remove(ADMIN)).rejects.toMatchObject({ code: 'not_found' });
    await again();
    expect(world.key.current()).toBeNull();
  });

  it('takes the place of another, and the client follows', async () => {
    await world.key.store(ADMIN, KEY);
    const first = world.service.client();
    expect(world.service.client()).toBe(first);
    await world.key.store(ADMIN, `${KEY}-new`);
    expect(world.service.client()?.apiKey).toBe(`${KEY}-new`);
  });

  it('is the business of admins', async () => {
    const anna = asking('anna');
    await expect(world.key.store(anna, KEY)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(world.key.remove(anna)).rejects.toMatchObject({ code: 'forbidden' });
    expect(world.audit.rows).toEqual([]);
  });

  it.each(['short', 'with a blank in it', 'line\nbreak-in-it', 'x'.repeat(513), 'schlüssel-123'])(
    'is refused as it would break a header: %j',
    async (key) => {
      await expect(world.key.store(ADMIN, key)).rejects.toMatchObject({ code: 'bad_args' });
      expect(world.key.current()).toBeNull();
    },
  );

  it('is not stored when the model service refuses it', async () => {
    const api = await MessagesApi.start();
    await world.stop();
    world = await SettingsWorld.start(dataDir, { baseUrl: api.url });
    api.lists({
      status: 401,
      error: { type: 'authentication_error', message: 'invalid x-api-key' },
    });
    await expect(world.key.store(ADMIN, api.key)).rejects.toMatchObject({
      ...{ code: 'bad_args', message: expect.stringContaining('does not accept it') as string },
    });
    expect(world.key.current()).toBeNull();
    api.lists([]);
    expect(await world.key.store(ADMIN, api.key)).toMatchObject({ source: 'stored' });
    await api.stop();
  });

  it('that is damaged says so, stops nothing, and is mended by the next one', async () => {
    await world.stop();
    writeFileSync(file(), 'two\nlines-of-it');
    world = await SettingsWorld.start(dataDir);
    expect(world.key.state()).toMatchObject({
      ...{ source: null, stored: false, trouble: expect.stringContaining('damaged') as string },
    });
    expect(await world.key.store(ADMIN, KEY)).toMatchObject({ source: 'stored', trouble: null });
  });

  it('that cannot be written is refused, audited, and the old one stays', async () => {
    await world.key.store(ADMIN, KEY);
    rmSync(file());
    mkdirSync(file());
    await expect(world.key.store(ADMIN, `${KEY}-new`)).rejects.toMatchObject({
      ...{ code: 'unavailable', message: expect.not.stringContaining(dataDir) as string },
    });
    expect(world.key.current()?.key).toBe(KEY);
    expect(world.audit.rows.map(({ ok }) => ok)).toEqual([true, false]);
  });
});
