import { aToken, authWorld, LOCAL, type AuthWorld } from '../../../test/auth-world.js';
import { tempDirs } from '../../../test/temp-dir.js';
import { TokenChanges } from './token-changes.service.js';

const tempDir = tempDirs();

describe('a person who is changed', () => {
  let world: AuthWorld;
  let changes: TokenChanges;

  beforeEach(async () => {
    world = await authWorld(tempDir());
    changes = world.get(TokenChanges);
  });
  afterEach(() => world.close());

  const ben = () => aToken(world, { operator: { id: 'ben', name: 'Ben' }, decide: true });
  const anAdmin = (more: object = {}) =>
    aToken(world, {
      ...{ operator: { id: 'anna', name: 'Anna' }, scope: 'admin' as const, decide: true },
      ...more,
    });

  it('has the new rights at once, though the token was in use a moment ago', async () => {
    const { id, secret } = await ben();
    await world.resolver.fromBearer(secret);
    const body = { scope: 'viewer', agents: ['pc1'], operator_name: 'Benjamin' } as const;
    await changes.change(LOCAL, id, { ...body, agents: ['pc1'] });
    expect(await world.resolver.fromBearer(secret)).toMatchObject({
      ...{ name: 'Benjamin', scope: 'viewer', agents: ['pc1'], decide: false },
    });
  });

  it('loses what was opened with the token, and may open it again', async () => {
    const { id } = await ben();
    await changes.change(LOCAL, id, { agents: ['pc1'] });
    expect(world.heard('access.ended')).toEqual([
      { token_id: id, session_id: null, changed: true, at: world.clock.now() },
    ]);
  });

  it('is in the audit log with what was and what is, and nothing else', async () => {
    const { id } = await ben();
    await changes.change(LOCAL, id, { decide: false, agents: ['pc1'] });
    expect(world.audit.rows.at(-1)).toMatchObject({
      ...{ kind: 'token', target: id, ok: true },
      args: {
        ...{ action: 'change', operator: 'ben' },
        before: { decide: true, agents: null },
        after: { decide: false, agents: ['pc1'] },
      },
    });
  });

  it('stays as it is, without a row, where nothing is another than before', async () => {
    const { id } = await ben();
    const rows = world.audit.rows.length;
    await changes.change(LOCAL, id, { decide: true });
    expect(world.audit.rows).toHaveLength(rows);
    expect(world.heard('access.ended')).toEqual([]);
  });

  it('cannot be the last admin and have less', async () => {
    const { id } = await anAdmin();
    await expect(changes.change(LOCAL, id, { scope: 'operator' })).rejects.toMatchObject({
      code: 'conflict',
    });
    await anAdmin({ name: 'another' });
    await expect(changes.change(LOCAL, id, { scope: 'operator' })).resolves.toMatchObject({
      scope: 'operator',
    });
  });

  it('cannot give themselves what they have not', async () => {
    const { id, principal } = await anAdmin({ decide: false, classes: ['read', 'change'] });
    const own = { ...LOCAL, principal };
    for (const more of [{ decide: true }, { classes: ['sensitive' as const] }]) {
      await expect(changes.change(own, id, more)).rejects.toMatchObject({ code: 'forbidden' });
    }
  });

  it('is no program and nobody who is gone', async () => {
    const program = await aToken(world, { scope: 'mcp' });
    const gone = await ben();
    await world.tokens.revoke(LOCAL, gone.id);
    for (const id of [program.id, gone.id, 'tok_unknown']) {
      await expect(changes.change(LOCAL, id, { decide: false })).rejects.toMatchObject({
        code: 'not_found',
      });
    }
  });

  it('is no admin when they were invited: nobody knows the secret of their token', async () => {
    const body = { operator: { id: 'ben' }, name: 'Ben', scope: 'viewer' as const };
    const { token } = await world.invitations.invite(LOCAL, body);
    await expect(changes.change(LOCAL, token.id, { scope: 'admin' })).rejects.toMatchObject({
      code: 'validation',
    });
  });
});
