import { aToken, authWorld, LOCAL, type AuthWorld } from '../../../test/auth-world.js';
import { tempDirs } from '../../../test/temp-dir.js';
import { hashSecret } from '../secrets.js';
import { TokenEntity } from './token.entity.js';
import { TokensRepository } from './tokens.repository.js';

const tempDir = tempDirs();

describe('TokensService', () => {
  let world: AuthWorld;

  beforeEach(async () => {
    world = await authWorld(tempDir());
  });
  afterEach(() => world.close());

  const create = (rest = {}) =>
    world.tokens.create(LOCAL, {
      operator: { id: 'anna', name: 'Anna' },
      name: 'laptop',
      scope: 'operator',
      ...rest,
    });

  it('shows the secret once and keeps only its hash', async () => {
    const { token, ...view } = await create({ decide: true, expires_at: '2031-06-01T00:00:00Z' });
    expect(token).toMatch(/^kny_[A-Za-z0-9_-]{43}$/);
    expect(view).toEqual({
      id: expect.stringMatching(/^tok_[0-9a-f]{24}$/) as unknown,
      operator: { id: 'anna', name: 'Anna' },
      name: 'laptop',
      scope: 'operator',
      agents: null,
      classes: ['read', 'sensitive', 'change'],
      decide: true,
      elicitation: false,
      created_at: '2031-01-01T00:00:00.000Z',
      expires_at: '2031-06-01T00:00:00.000Z',
      last_used_at: null,
      invited: false,
      client: null,
    });
    const stored = await world.get(TokensRepository).byHash(hashSecret(token));
    expect(JSON.stringify([stored, await world.tokens.list(), world.audit.rows])).not.toContain(
      token.slice(4),
    );
  });

  it('stands for the person, or for the program itself', async () => {
    const person = await aToken(world, { operator: { id: 'bert', name: 'Bert' } });
    expect(person.principal).toMatchObject({ kind: 'operator', id: 'bert', name: 'Bert' });
    const mcp = await aToken(world, { scope: 'mcp', name: 'Claude Code' });
    expect(mcp.principal).toMatchObject({ kind: 'mcp_client', id: mcp.id, name: 'Claude Code' });
    const task = await aToken(world, { scope: 'task', agents: ['pc1'] });
    expect(task.principal).toMatchObject({ kind: 'task', id: task.id, agents: ['pc1'] });
  });

  it('makes the first token of a scope once, also when that was revoked', async () => {
    const body = { operator: { id: 'admin' }, name: 'first', scope: 'mcp' as const };
    const made = await world.tokens.createFirst(LOCAL, body);
    expect(made).toMatchObject({ scope: 'mcp', elicitation: false, classes: ['read', 'change'] });
    await world.tokens.revoke(LOCAL, made?.id ?? '');
    expect(await world.tokens.createFirst(LOCAL, body)).toBeNull();
  });

  it('makes a person with the first token that names the id, and no second one', async () => {
    await create();
    expect((await create({ operator: { id: 'anna' } })).operator.name).toBe('Anna');
    expect((await create()).operator.name).toBe('Anna');
    await expect(create({ operator: { id: 'anna', name: 'Mallory' } })).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  it('writes the audit row in the transaction of the token', async () => {
    const { id } = await create();
    expect(world.audit.rows).toEqual([
      expect.objectContaining({
        kind: 'token',
        actor: { kind: 'system', id: 'kenny', name: 'kenny' },
        door: 'cli',
        request_id: 'req-local',
        target: id,
        ok: true,
        args: expect.objectContaining({ action: 'create', scope: 'operator' }) as unknown,
      }),
    ]);
    jest.spyOn(world.audit, 'append').mockRejectedValueOnce(new Error('the audit log is broken'));
    await expect(create({ name: 'never' })).rejects.toThrow('the audit log is broken');
    expect((await world.tokens.list()).items.map(({ name }) => name)).toEqual(['laptop']);
  });

  it('lists in pages, newest first, without revoked ones', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 5; i += 1) {
      // Two of the same millisecond among them: the order must not lose one.
      if (i !== 2) world.clock.advance(1);
      ids.push((await create({ name: `t${i}` })).id);
    }
    await world.tokens.revoke(LOCAL, ids[4] ?? '');
    const first = await world.tokens.list({ limit: 2 });
    const second = await world.tokens.list({ limit: 2, cursor: first.next_cursor ?? '' });
    expect(second.next_cursor).toBeNull();
    const seen = [...first.items, ...second.items].map(({ id }) => id);
    expect(seen).toHaveLength(4);
    expect(new Set(seen)).toEqual(new Set(ids.slice(0, 4)));
    expect(seen[0]).toBe(ids[3]);
    await expect(world.tokens.list({ cursor: "1.' OR 1" })).rejects.toMatchObject({
      code: 'validation',
    });
  });

  describe('revoke', () => {
    it('ends the token at once, though it was in use a moment ago', async () => {
      const { id, secret } = await aToken(world);
      await world.tokens.revoke(LOCAL, id);
      await expect(world.resolver.fromBearer(secret)).rejects.toMatchObject({
        code: 'unauthenticated',
      });
      expect(world.heard('access.ended')).toEqual([
        { token_id: id, session_id: null, at: world.clock.now() },
      ]);
      expect(world.audit.rows.at(-1)).toMatchObject({ target: id, args: { action: 'revoke' } });
    });

    it('says not_found for one that is unknown or gone', async () => {
      const { id } = await aToken(world);
      await world.tokens.revoke(LOCAL, id);
      for (const gone of [id, 'tok_unknown']) {
        await expect(world.tokens.revoke(LOCAL, gone)).rejects.toMatchObject({ code: 'not_found' });
      }
    });

    it('refuses for the last token that can make all others', async () => {
      const keeper = await create({ scope: 'admin', decide: true });
      await create({ scope: 'admin', decide: true, expires_at: '2031-06-01T00:00:00Z' });
      await create({ scope: 'admin', agents: ['pc1'] });
      await expect(world.tokens.revoke(LOCAL, keeper.id)).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringMatching(/last admin token/) as unknown,
      });
      await create({ scope: 'admin', decide: true });
      await expect(world.tokens.revoke(LOCAL, keeper.id)).resolves.toBeUndefined();
    });

    it('lets exactly one through when the last two are revoked at once', async () => {
      const [a, b] = [
        await create({ scope: 'admin', decide: true }),
        await create({ scope: 'admin', decide: true }),
      ];
      const results = await Promise.allSettled([
        world.tokens.revoke(LOCAL, a.id),
        world.tokens.revoke(LOCAL, b.id),
      ]);
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    });
  });

  it('writes uses a minute at a time, and tells them at once', async () => {
    const { secret, id } = await aToken(world);
    world.clock.advance(5_000);
    await world.resolver.fromBearer(secret);
    world.tokens.noteClient(id, `Claude Code\u0000 ${'x'.repeat(300)}`);
    const stored = () => world.writer.write((tx) => tx.manager.findOneBy(TokenEntity, { id }));
    const used = {
      last_used_at: '2031-01-01T00:00:05.000Z',
      client: `Claude Code ${'x'.repeat(188)}`,
    };
    expect((await world.tokens.list()).items).toContainEqual(expect.objectContaining(used));
    expect(await stored()).toMatchObject({ last_used_at: null, client: null });
    await world.runTask('auth.usage');
    expect(await stored()).toMatchObject({ client: used.client });
    expect(await world.tokens.view({ agents: null }, id)).toMatchObject(used);
  });

  it('lists those of one scope', async () => {
    await aToken(world, { operator: { id: 'bert' } });
    const { id } = await aToken(world, { scope: 'mcp', name: 'Claude Code' });
    const { items } = await world.tokens.list({ scope: 'mcp' });
    expect(items.map((token) => token.id)).toEqual([id]);
  });

  it('shows one token to those who reach all of its PCs', async () => {
    const { id } = await aToken(world, { scope: 'mcp', agents: ['pc1', 'pc2'] });
    const all = await aToken(world, { scope: 'mcp' });
    for (const agents of [null, ['pc1', 'pc2', 'pc3']]) {
      expect(await world.tokens.view({ agents }, id)).toMatchObject({ id });
    }
    const seeing = (agents: string[], token: string) => world.tokens.view({ agents }, token);
    await expect(seeing(['pc1'], id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(seeing(['pc1'], all.id)).rejects.toMatchObject({ code: 'not_found' });
    await world.tokens.revoke(LOCAL, id);
    await expect(seeing(['pc1', 'pc2'], id)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('keeps a use that could not be written for the next time', async () => {
    const { id } = await aToken(world);
    const write = jest.spyOn(world.writer, 'write').mockRejectedValueOnce(new Error('disk full'));
    await expect(world.runTask('auth.usage')).rejects.toThrow('disk full');
    write.mockRestore();
    await world.runTask('auth.usage');
    const row = await world.writer.write((tx) => tx.manager.findOneBy(TokenEntity, { id }));
    expect(row?.last_used_at).toBe(world.clock.now());
  });
});
