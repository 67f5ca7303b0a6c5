import { SYSTEM } from '../../kernel/index.js';
import { aToken, authWorld, LOCAL, type AuthWorld } from '../../../test/auth-world.js';
import { tempDirs } from '../../../test/temp-dir.js';
import { TokensRepository } from './tokens.repository.js';

const tempDir = tempDirs();

describe('PrincipalResolver', () => {
  let world: AuthWorld;

  beforeEach(async () => {
    world = await authWorld(tempDir());
  });
  afterEach(() => world.close());

  it.each(['', 'x', 'kny_', 'k'.repeat(513), 'k'.repeat(1_000_000), 'Bearer x', '\u0000'])(
    'refuses a token that is none (%#)',
    async (secret) => {
      await expect(world.resolver.fromBearer(secret)).rejects.toMatchObject({
        code: 'unauthenticated',
      });
      await expect(world.resolver.fromCookie(secret)).rejects.toMatchObject({
        code: 'unauthenticated',
      });
    },
  );

  it('asks the database once for a token in use', async () => {
    const lookup = jest.spyOn(world.get(TokensRepository), 'byHash');
    const { secret } = await aToken(world);
    for (let i = 0; i < 10; i += 1) await world.resolver.fromBearer(secret);
    expect(lookup).toHaveBeenCalledTimes(1);
  });

  it('judges the expiry at each use, cached or not', async () => {
    const { secret } = await aToken(world, { expires_at: '2031-01-01T00:01:00Z' });
    world.clock.advance(59_999);
    expect((await world.resolver.fromBearer(secret)).id).toBe('anna');
    world.clock.advance(1);
    await expect(world.resolver.fromBearer(secret)).rejects.toMatchObject({
      code: 'unauthenticated',
      message: expect.stringMatching(/expired/) as unknown,
    });
  });

  it('hands out a principal that nobody can change', async () => {
    const { principal } = await aToken(world);
    expect(() => Object.assign(principal, { decide: true })).toThrow(TypeError);
  });

  describe('stillValid', () => {
    it('holds until the token is revoked or expires', async () => {
      const { principal, id } = await aToken(world);
      const short = await aToken(world, { expires_at: '2031-01-01T00:01:00Z' });
      expect(await world.resolver.stillValid(principal)).toBe(true);
      expect(await world.resolver.stillValid(short.principal)).toBe(true);
      await world.tokens.revoke(LOCAL, id);
      world.clock.advance(60_000);
      expect(await world.resolver.stillValid(principal)).toBe(false);
      expect(await world.resolver.stillValid(short.principal)).toBe(false);
    });

    it('sees a revocation earlier in the same transaction', async () => {
      const { principal, id } = await aToken(world);
      const answers = await world.writer.write(async (tx) => {
        const before = await world.resolver.stillValid(principal, tx);
        await world.get(TokensRepository).revoke(tx, id, world.clock.now());
        return [before, await world.resolver.stillValid(principal, tx)];
      });
      expect(answers).toEqual([true, false]);
    });

    it('is true for kenny itself and false for somebody without a token', async () => {
      expect(await world.resolver.stillValid(SYSTEM)).toBe(true);
      expect(await world.resolver.stillValid({ kind: 'operator', token_id: null })).toBe(false);
      expect(await world.resolver.stillValid({ kind: 'chat', token_id: 'tok_gone' })).toBe(false);
    });
  });
});
