import { STAYING_TIMES } from '@kenny/contract';
import { HOUR_MS, SECOND_MS } from '@kenny/kernel';
import { aToken, authWorld, LOCAL, SOMEBODY, type AuthWorld } from '../../../test/auth-world.js';
import { tempDirs } from '../../../test/temp-dir.js';
import { KennyError } from '../../kernel/index.js';
import type { Acting } from '../acting.js';
import { REMEMBERED_MS } from './login-rules.js';
import { LoginEntity } from './login.entity.js';

const tempDir = tempDirs();
const WRONG = 'kny_not-a-token';
const OVER = { code: 'unauthenticated' };

describe('LoginService', () => {
  let world: AuthWorld;

  beforeEach(async () => {
    world = await authWorld(tempDir());
  });
  afterEach(() => world.close());

  const log = (secret: string, address = SOMEBODY.address) =>
    world.login.login({ ...SOMEBODY, address }, secret);
  const failFrom = async (address: string, times: number) => {
    // One after the other: how many pauses pass is then the same on every machine.
    for (let i = 0; i < times; i += 1)
      await world.inTime(Promise.allSettled([log(WRONG, address)]));
  };
  const failed = <T>(login: Promise<T>) => world.inTime(login);
  const rows = () => world.writer.write((tx) => tx.manager.count(LoginEntity));

  it('opens a session with exactly the rights of the token', async () => {
    const rest = { agents: ['pc1'], classes: ['read' as const], decide: true };
    const { secret, principal } = await aToken(world, rest);
    const { cookie, me } = await log(secret);
    expect(await world.resolver.fromCookie(cookie)).toEqual(principal);
    expect(me).toEqual({
      kind: 'operator',
      id: 'anna',
      name: 'anna',
      scope: 'operator',
      ...rest,
      token_id: principal.token_id,
      session: {
        opened_at: '2031-01-01T00:00:00.000Z',
        expires_at: '2031-01-08T00:00:00.000Z',
      },
    });
  });

  it('keeps only the hash of the cookie', async () => {
    const { secret } = await aToken(world);
    const { cookie } = await log(secret);
    const [session] = await world.writer.write((tx) => tx.manager.find(LoginEntity));
    expect(JSON.stringify([session, world.audit.rows])).not.toContain(cookie.slice(4));
    expect(world.audit.rows.at(-1)).toMatchObject({ kind: 'login', target: 'login', ok: true });
  });

  it.each(['mcp', 'task'] as const)('does not let a %s token in', async (scope) => {
    const { secret } = await aToken(world, { scope });
    await expect(failed(log(secret))).rejects.toMatchObject({ code: 'wrong_scope' });
    expect(await rows()).toBe(0);
    expect(world.audit.rows.at(-1)).toMatchObject({ ok: false, code: 'wrong_scope' });
  });

  it('takes the cookie for nothing but a cookie, and a token for nothing but a token', async () => {
    const { secret } = await aToken(world);
    const { cookie } = await log(secret);
    await expect(world.resolver.fromBearer(cookie)).rejects.toMatchObject(OVER);
    await expect(world.resolver.fromCookie(secret)).rejects.toMatchObject(OVER);
  });

  describe('ends a session', () => {
    it('after 12 hours without use, not before', async () => {
      const { cookie } = await log((await aToken(world)).secret);
      for (let i = 0; i < 3; i += 1) {
        world.clock.advance(12 * HOUR_MS - 1);
        await world.resolver.fromCookie(cookie);
      }
      world.clock.advance(12 * HOUR_MS);
      await expect(world.resolver.fromCookie(cookie)).rejects.toMatchObject(OVER);
    });

    it('after 30 days without use and 90 at most on a device where it stays', async () => {
      const { secret } = await aToken(world);
      const stay = () => world.inTime(world.login.login(SOMEBODY, secret, { stays: true }));
      const [used, idle] = [await stay(), await stay()];
      expect(used.max_age_s).toBe(STAYING_TIMES.longestMs / SECOND_MS);
      for (let nth = 0; nth < 3; nth += 1) {
        world.clock.advance(STAYING_TIMES.idleMs - 1);
        await world.resolver.fromCookie(used.cookie);
      }
      await expect(world.resolver.fromCookie(idle.cookie)).rejects.toMatchObject(OVER);
      world.clock.advance(3);
      await expect(world.resolver.fromCookie(used.cookie)).rejects.toMatchObject(OVER);
    });

    it('after 7 days however busy it is', async () => {
      const { cookie, max_age_s } = await log((await aToken(world)).secret);
      expect(max_age_s).toBe(7 * 24 * 3600);
      for (let hour = 0; hour < 7 * 24 - 1; hour += 1) {
        world.clock.advance(HOUR_MS);
        await world.resolver.fromCookie(cookie);
      }
      world.clock.advance(HOUR_MS);
      await expect(world.resolver.fromCookie(cookie)).rejects.toMatchObject(OVER);
    });

    it('with its token, whether that expires or is revoked', async () => {
      const short = await aToken(world, { expires_at: '2031-01-01T01:00:00Z' });
      const ending = await log(short.secret);
      expect(ending.max_age_s).toBe(3600);
      const kept = await aToken(world);
      const revoked = await log(kept.secret);
      await world.resolver.fromCookie(revoked.cookie);
      await world.tokens.revoke(LOCAL, kept.id);
      expect(await rows()).toBe(1);
      world.clock.advance(HOUR_MS);
      for (const { cookie } of [ending, revoked]) {
        await expect(world.resolver.fromCookie(cookie)).rejects.toMatchObject(OVER);
      }
    });

    it('at logout, and tells who holds sockets of it; the token stays', async () => {
      const { secret, id, principal } = await aToken(world);
      const [one, other] = [await log(secret), await log(secret)];
      const { session_id } = await world.resolver.loginOf(one.cookie);
      const acting: Acting = { principal, door: 'http', request_id: 'req-1' };
      await world.login.logout(acting, one.cookie);
      await world.login.logout(acting, one.cookie);
      await expect(world.resolver.fromCookie(one.cookie)).rejects.toMatchObject(OVER);
      expect((await world.resolver.fromCookie(other.cookie)).id).toBe('anna');
      expect((await world.resolver.fromBearer(secret)).id).toBe('anna');
      expect(world.heard('access.ended')).toEqual([
        { token_id: id, session_id, at: world.clock.now() },
      ]);
      expect(world.audit.rows.filter(({ target }) => target === 'logout')).toHaveLength(1);
    });
  });

  it('lets no session outlive a token that is revoked while it logs in', async () => {
    const { secret, id } = await aToken(world);
    const [login] = await Promise.allSettled([log(secret), world.tokens.revoke(LOCAL, id)]);
    expect(await rows()).toBe(0);
    if (login.status === 'fulfilled') {
      await expect(world.resolver.fromCookie(login.value.cookie)).rejects.toMatchObject(OVER);
    }
  });

  it('remembers uses over a restart, and logins that time has ended for 90 days', async () => {
    const dir = tempDir();
    const first = await authWorld(dir);
    const { secret } = await aToken(first);
    const { cookie } = await first.login.login(SOMEBODY, secret);
    const idle = await first.login.login(SOMEBODY, secret);
    first.clock.advance(11 * HOUR_MS);
    await first.resolver.fromCookie(cookie);
    await first.close();
    const second = await authWorld(dir, {}, first.clock);
    second.clock.advance(11 * HOUR_MS);
    await expect(second.resolver.fromCookie(idle.cookie)).rejects.toMatchObject(OVER);
    expect((await second.resolver.fromCookie(cookie)).id).toBe('anna');
    const kept = async () => {
      await second.runTask('auth.usage');
      return second.writer.write((tx) => tx.manager.count(LoginEntity));
    };
    expect(await kept()).toBe(2);
    second.clock.advance(REMEMBERED_MS - 22 * HOUR_MS);
    expect(await kept()).toBe(1);
    await expect(second.resolver.fromCookie(cookie)).rejects.toMatchObject(OVER);
    await second.close();
  });

  describe('after many failures from one address', () => {
    it('still lets the right token in, and tells wrong ones how long to wait', async () => {
      const { secret } = await aToken(world);
      await failFrom('192.0.2.7', 20);
      expect((await log(secret)).me.id).toBe('anna');
      const told: unknown = await failed(log(WRONG)).catch((error: unknown) => error);
      if (!(told instanceof KennyError)) throw new Error('a wrong token was let in');
      const { retry_after } = told.details ?? {};
      expect(told.code).toBe('rate_limited');
      expect(retry_after).toBeGreaterThan(0);
      expect(retry_after).toBeLessThanOrEqual(300);
      await expect(failed(log(WRONG, '192.0.2.8'))).rejects.toMatchObject(OVER);
      world.clock.advance(Number(retry_after) * 1_000);
      await expect(failed(log(WRONG))).rejects.toMatchObject(OVER);
    });

    it('counts an IPv6 neighbourhood as one', async () => {
      await failFrom('2001:db8:1:2::1', 10);
      await failFrom('2001:db8:1:2:aaaa::9', 10);
      await expect(failed(log(WRONG, '2001:db8:1:2:ffff::1'))).rejects.toMatchObject({
        code: 'rate_limited',
      });
      await expect(failed(log(WRONG, '2001:db8:1:3::1'))).rejects.toMatchObject(OVER);
    });

    it('writes twenty rows, not one for each knock', async () => {
      await failFrom('192.0.2.7', 50);
      expect(world.audit.rows).toHaveLength(20);
      expect(world.audit.rows[0]).toMatchObject({
        kind: 'login',
        ok: false,
        code: 'unauthenticated',
        args: { address: '192.0.2.7' },
      });
    });
  });
});
