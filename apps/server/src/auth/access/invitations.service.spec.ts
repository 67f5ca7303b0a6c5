import type { CreateTokenBody, LoginLink } from '@kenny/contract';
import { DAY_MS } from '@kenny/kernel';
import { aToken, authWorld, LOCAL, SOMEBODY, type AuthWorld } from '../../../test/auth-world.js';
import { tempDirs } from '../../../test/temp-dir.js';
import { LINK_LIVES_MS, OWN_LINK_LIVES_MS } from './invitations.service.js';
import { LoginLinkEntity } from './login-link.entity.js';

const tempDir = tempDirs();
let world: AuthWorld;
beforeEach(async () => {
  world = await authWorld(tempDir());
});
afterEach(() => world.close());

const invite = (more: Partial<CreateTokenBody> = {}) =>
  world.invitations.invite(LOCAL, {
    ...{ operator: { id: 'mum', name: 'Mum' }, name: 'invitation', scope: 'operator' },
    ...more,
  });
const secretOf = ({ url }: LoginLink) => new URL(url).hash.slice(1);
const open = (secret: string) =>
  world.inTime(world.login.loginByLink(SOMEBODY, secret, { userAgent: 'Firefox' }));
const refused = (link: string) => ({ code: 'unauthenticated', details: { link } });

describe('an invitation', () => {
  it('logs its person in with what it gives, and no secret is kept', async () => {
    const made = await invite({ decide: true, agents: ['pc1'] });
    const secret = secretOf(made);
    const { cookie, me } = await open(secret);
    expect(me).toMatchObject({ id: 'mum', name: 'Mum', scope: 'operator', decide: true });
    expect(await world.resolver.fromCookie(cookie)).toMatchObject({ id: 'mum', agents: ['pc1'] });
    await expect(world.resolver.fromBearer(secret)).rejects.toMatchObject({
      code: 'unauthenticated',
    });
    const rows = await world.writer.write((tx) => tx.manager.find(LoginLinkEntity));
    const kept = JSON.stringify([rows, await world.tokens.list(), world.audit.rows]);
    expect(kept).not.toContain(secret.slice(4));
  });

  it('works once, also when many browsers come at the same time', async () => {
    const secret = secretOf(await invite());
    const all = Array.from({ length: 6 }, () => world.login.loginByLink(SOMEBODY, secret));
    const ends = await world.inTime(Promise.allSettled(all));
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const end of ends) {
      if (end.status === 'rejected') expect(end.reason).toMatchObject(refused('used'));
    }
    await expect(open(secret)).rejects.toMatchObject(refused('used'));
  });

  it('ends after three days, and not before', async () => {
    expect(LINK_LIVES_MS).toBe(3 * DAY_MS);
    const [early, late] = [secretOf(await invite()), secretOf(await invite())];
    world.clock.advance(LINK_LIVES_MS - 1);
    expect((await open(early)).me.id).toBe('mum');
    world.clock.advance(1);
    await expect(open(late)).rejects.toMatchObject(refused('expired'));
  });

  it('ends with its access, and with another link for the same person', async () => {
    const [one, two] = [await invite(), await invite()];
    await world.tokens.revoke(LOCAL, one.token.id);
    await expect(open(secretOf(one))).rejects.toMatchObject(refused('ended'));
    const again = await world.invitations.again(LOCAL, two.token.id);
    await expect(open(secretOf(two))).rejects.toMatchObject(refused('ended'));
    expect((await open(secretOf(again))).me.id).toBe('mum');
    await expect(open('kny_guessed')).rejects.toMatchObject(refused('unknown'));
  });

  it('gives nobody more than its maker has, neither at first nor again', async () => {
    const limited = await aToken(world, { scope: 'admin', agents: ['pc1'], decide: false });
    const acting = { ...LOCAL, principal: limited.principal };
    const body = { operator: { id: 'dad' }, name: 'x', scope: 'viewer' } as const;
    const beyond = { code: 'forbidden' };
    await expect(world.invitations.invite(acting, body)).rejects.toMatchObject(beyond);
    const { token } = await invite();
    await expect(world.invitations.again(acting, token.id)).rejects.toMatchObject(beyond);
  });

  it('is for people who are no admins; a token with a secret has no link', async () => {
    for (const scope of ['admin', 'mcp', 'task'] as const) {
      await expect(invite({ scope })).rejects.toMatchObject({ code: 'validation' });
    }
    const { id } = await aToken(world);
    await expect(world.invitations.again(LOCAL, id)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is in the audit log: made, used, and used once more', async () => {
    const { token, url } = await invite();
    const secret = new URL(url).hash.slice(1);
    await open(secret);
    await expect(open(secret)).rejects.toMatchObject(refused('used'));
    const rows = world.audit.rows.slice(-3);
    expect(rows).toMatchObject([
      { kind: 'token', target: token.id, args: { action: 'invite', operator: 'mum' }, ok: true },
      {
        kind: 'login',
        target: 'link',
        actor: { id: 'mum' },
        args: { token_id: token.id },
        ok: true,
      },
      {
        kind: 'login',
        target: 'link',
        args: { why: 'used', address: SOMEBODY.address },
        ok: false,
      },
    ]);
  });
});

describe("a link for one's own other device", () => {
  it('opens the same token once, within ten minutes, and ends the one before', async () => {
    const { id } = await aToken(world);
    const make = async () => secretOf(await world.invitations.ofOwn(LOCAL, id));
    const [first, second] = [await make(), await make()];
    await expect(open(first)).rejects.toMatchObject(refused('ended'));
    expect((await open(second)).me.id).toBe('anna');
    await expect(open(second)).rejects.toMatchObject(refused('used'));
    const late = await make();
    world.clock.advance(OWN_LINK_LIVES_MS);
    await expect(open(late)).rejects.toMatchObject(refused('expired'));
    const rows = world.audit.rows.filter(({ kind }) => kind === 'token').slice(-3);
    expect(rows.map(({ args }) => args?.['action'])).toEqual(Array(3).fill('other_device'));
  });
});
