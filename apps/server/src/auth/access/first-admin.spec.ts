import { authWorld, LOCAL, type AuthSettings, type AuthWorld } from '../../../test/auth-world.js';
import { tempDirs } from '../../../test/temp-dir.js';

const tempDir = tempDirs();

describe('FirstAdminToken', () => {
  let dir: string;
  const worlds: AuthWorld[] = [];

  /** One start of the server after another on the same data folder. */
  const start = async (settings: AuthSettings = {}): Promise<AuthWorld> => {
    await worlds.pop()?.close();
    const world = await authWorld(dir, settings);
    worlds.push(world);
    return world;
  };

  beforeEach(() => {
    dir = tempDir();
  });
  afterEach(() => worlds.pop()?.close());

  it('is generated at the first start only, may do everything, and works', async () => {
    const world = await start();
    const first = await world.firstAdmin.ensure();
    if (first.kind !== 'generated') throw new Error(`not generated but ${first.kind}`);
    expect(await world.resolver.fromBearer(first.token)).toMatchObject({
      scope: 'admin',
      agents: null,
      decide: true,
      classes: ['read', 'sensitive', 'change'],
    });
    expect(await world.firstAdmin.ensure()).toEqual({ kind: 'existing' });
    const again = await start();
    expect(await again.firstAdmin.ensure()).toEqual({ kind: 'existing' });
    expect((await again.resolver.fromBearer(first.token)).scope).toBe('admin');
  });

  it('does not count when it cannot be kept for a person: another one is made', async () => {
    const world = await start();
    const seen: string[] = [];
    const onFullDisk = world.firstAdmin.ensure((token) => {
      seen.push(token);
      throw new Error('ENOSPC');
    });
    await expect(onFullDisk).rejects.toThrow('ENOSPC');
    const [lost = ''] = seen;
    await expect(world.resolver.fromBearer(lost)).rejects.toMatchObject({
      code: 'unauthenticated',
    });
    expect(await world.firstAdmin.ensure()).toMatchObject({ kind: 'generated' });
  });

  it('is the one of KENNY_OPERATOR_TOKEN, at every start', async () => {
    const settings = { operatorToken: 'a token of the operator' };
    for (let i = 0; i < 2; i += 1) {
      const world = await start(settings);
      expect(await world.firstAdmin.ensure()).toEqual({ kind: 'environment' });
      expect((await world.resolver.fromBearer(settings.operatorToken)).decide).toBe(true);
      expect((await world.tokens.list()).items).toHaveLength(1);
    }
  });

  it('ends with the variable: another value takes its place', async () => {
    await (await start({ operatorToken: 'the one that leaked' })).firstAdmin.ensure();
    const world = await start({ operatorToken: 'the one after it' });
    await world.firstAdmin.ensure();
    await expect(world.resolver.fromBearer('the one that leaked')).rejects.toMatchObject({
      code: 'unauthenticated',
    });
    expect((await world.resolver.fromBearer('the one after it')).scope).toBe('admin');
    expect(world.audit.rows.map(({ args }) => args?.['action'])).toEqual(['revoke', 'create']);
  });

  it.each(['live', 'revoked'])('ends also when the other value is a %s token', async (state) => {
    const world = await start({ operatorToken: 'the one that leaked' });
    await world.firstAdmin.ensure();
    const other = { operator: { id: 'bert' }, name: 'b', scope: 'admin', decide: true } as const;
    const made = await world.tokens.create(LOCAL, other);
    if (state === 'revoked') await world.tokens.revoke(LOCAL, made.id);
    const again = await start({ operatorToken: made.token });
    await again.firstAdmin.ensure();
    await expect(again.resolver.fromBearer('the one that leaked')).rejects.toMatchObject({
      code: 'unauthenticated',
    });
    if (state === 'live') expect((await again.resolver.fromBearer(made.token)).scope).toBe('admin');
  });

  it('does not bring back a token that was revoked', async () => {
    const settings = { operatorToken: 'a token of the operator' };
    const world = await start(settings);
    await world.firstAdmin.ensure();
    const [token] = (await world.tokens.list()).items;
    const other = { operator: { id: 'bert' }, name: 'b', scope: 'admin', decide: true } as const;
    await world.tokens.create(LOCAL, other);
    await world.tokens.revoke(LOCAL, token?.id ?? '');
    const again = await start(settings);
    expect(await again.firstAdmin.ensure()).toEqual({ kind: 'revoked' });
    await expect(again.resolver.fromBearer(settings.operatorToken)).rejects.toMatchObject({
      code: 'unauthenticated',
    });
  });

  it('makes one token when two starts of it race', async () => {
    const world = await start();
    const kinds = await Promise.all([world.firstAdmin.ensure(), world.firstAdmin.ensure()]);
    expect(kinds.map(({ kind }) => kind).sort()).toEqual(['existing', 'generated']);
  });
});
