import { LOGIN_TIMES } from '@kenny/contract';
import fc from 'fast-check';
import { HOUR_MS } from '@kenny/kernel';
import { authWorld, LOCAL, SOMEBODY, type AuthWorld } from '../../../test/auth-world.js';
import { tempDirs } from '../../../test/temp-dir.js';

const tempDir = tempDirs();

interface ModelToken {
  readonly id: string;
  readonly secret: string;
  readonly expires_at: number;
  revoked: boolean;
}
interface ModelSession {
  readonly token: ModelToken;
  readonly cookie: string;
  readonly opened_at: number;
  last_used_at: number;
  closed: boolean;
}

const slot = fc.nat({ max: 2 });
const step = fc.oneof(
  fc.record({ do: fc.constant('mint' as const), hours: fc.integer({ min: 1, max: 400 }) }),
  fc.record({ do: fc.constantFrom('revoke' as const, 'login' as const, 'bearer' as const), slot }),
  fc.record({ do: fc.constantFrom('logout' as const, 'cookie' as const), slot }),
  fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 30 }) }),
  fc.record({ do: fc.constant('flush' as const) }),
);

describe('the life of tokens and sessions', () => {
  let world: AuthWorld;
  beforeAll(async () => {
    world = await authWorld(tempDir());
  });
  afterAll(() => world.close());

  const answers = (ask: Promise<unknown>) =>
    ask.then(
      () => true,
      (error: { code?: string }) => {
        expect(error.code).toBe('unauthenticated');
        return false;
      },
    );

  it('lets in exactly whom a plain model of the rules lets in', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        const tokens: ModelToken[] = [];
        const sessions: ModelSession[] = [];
        const now = () => world.clock.now();
        const alive = (token: ModelToken) => !token.revoked && now() < token.expires_at;
        const open = (session: ModelSession) =>
          !session.closed &&
          alive(session.token) &&
          now() < session.opened_at + LOGIN_TIMES.longestMs &&
          now() < session.last_used_at + LOGIN_TIMES.idleMs;

        for (const each of steps) {
          if (each.do === 'wait') world.clock.advance(each.hours * HOUR_MS);
          else if (each.do === 'flush') await world.runTask('auth.usage');
          else if (each.do === 'mint') {
            const expires_at = now() + each.hours * HOUR_MS;
            const made = await world.tokens.create(LOCAL, {
              operator: { id: 'anna' },
              name: 'token',
              scope: 'operator',
              expires_at: new Date(expires_at).toISOString(),
            });
            tokens.push({ id: made.id, secret: made.token, expires_at, revoked: false });
          } else if (each.do === 'logout' || each.do === 'cookie') {
            const session = sessions.at(each.slot);
            if (!session) continue;
            const was = open(session);
            expect(await answers(world.resolver.fromCookie(session.cookie))).toBe(was);
            if (was) session.last_used_at = now();
            if (each.do === 'logout') {
              await world.login.logout(LOCAL, session.cookie);
              session.closed = true;
              expect(await answers(world.resolver.fromCookie(session.cookie))).toBe(false);
            }
          } else {
            const token = tokens.at(each.slot);
            if (!token) continue;
            if (each.do === 'bearer') {
              expect(await answers(world.resolver.fromBearer(token.secret))).toBe(alive(token));
            } else if (each.do === 'revoke') {
              const revoked = world.tokens.revoke(LOCAL, token.id);
              if (token.revoked) await expect(revoked).rejects.toMatchObject({ code: 'not_found' });
              else await revoked;
              token.revoked = true;
            } else if (alive(token)) {
              const { cookie } = await world.login.login(SOMEBODY, token.secret);
              const at = now();
              sessions.push({ token, cookie, opened_at: at, last_used_at: at, closed: false });
            }
          }
        }
        for (const token of tokens) {
          expect(await answers(world.resolver.fromBearer(token.secret))).toBe(alive(token));
        }
        for (const session of sessions) {
          expect(await answers(world.resolver.fromCookie(session.cookie))).toBe(open(session));
        }
      }),
      { numRuns: 25 },
    );
  });
});
