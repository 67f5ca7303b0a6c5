import { MINUTE_MS } from '@kenny/kernel';
import { aToken, authWorld, SOMEBODY, type AuthWorld } from '../../../test/auth-world.js';
import { tempDirs } from '../../../test/temp-dir.js';
import { KennyError } from '../../kernel/index.js';
import type { Anonymous } from '../acting.js';
import { BearerProof } from './bearer-proof.js';
import { RefusedProofs } from './refused-proofs.js';

const tempDir = tempDirs();
const OVER = { code: 'unauthenticated' };
const TOO_MANY = { code: 'rate_limited' };
const NOT_KNOWN = new KennyError('unauthenticated', 'This token is not known.');

describe('a token that is shown at a door', () => {
  let world: AuthWorld;
  let proofs: BearerProof;

  beforeEach(async () => {
    world = await authWorld(tempDir());
    proofs = world.get(BearerProof);
  });
  afterEach(() => world.close());

  const show = (secret: string, address = SOMEBODY.address, door: Anonymous['door'] = 'http') =>
    proofs.recognise({ ...SOMEBODY, door, address }, secret);
  /** What came of it, as a code; time passes until it has. */
  const refusalOf = (shown: Promise<unknown>) => world.inTime(expect(shown).rejects.toBeDefined());
  const guess = async (times: number, address?: string) => {
    for (let i = 0; i < times; i += 1) await refusalOf(show(`kny_guess-${i}`, address));
  };
  const untold = () => world.audit.rows.filter(({ target }) => target === 'refusals');

  it('is let in at once when it is right, however many wrong ones came from its address', async () => {
    const { secret } = await aToken(world);
    await guess(30);
    expect((await show(secret)).id).toBe('anna');
    expect((await world.login.login(SOMEBODY, secret)).me.id).toBe('anna');
  });

  it('costs 300 ms when it is wrong', async () => {
    const refused = world.get(RefusedProofs);
    let said: KennyError | undefined;
    const wrong = refused.refuse(SOMEBODY, 'bearer', NOT_KNOWN).then((error) => (said = error));
    await world.clock.advanceAsync(299);
    expect(said).toBeUndefined();
    await world.clock.advanceAsync(1);
    await wrong;
    expect(said).toBe(NOT_KNOWN);
  });

  it('is told how long to wait after twenty wrong ones, at every door alike', async () => {
    await guess(10);
    for (let i = 0; i < 10; i += 1) {
      await refusalOf(world.login.login(SOMEBODY, 'kny_wrong'));
    }
    for (const door of ['http', 'mcp', 'ws', 'cli'] as const) {
      const shown = show('kny_wrong', SOMEBODY.address, door);
      await world.inTime(expect(shown).rejects.toMatchObject(TOO_MANY));
    }
    await world.inTime(expect(show('kny_wrong', '192.0.2.8')).rejects.toMatchObject(OVER));
  });

  it('leaves a row with door and address, and no row of it holds the token', async () => {
    await refusalOf(show('kny_guessed-secret', '192.0.2.9', 'mcp'));
    expect(world.audit.rows.at(-1)).toMatchObject({
      kind: 'login',
      door: 'mcp',
      target: 'bearer',
      ok: false,
      code: 'unauthenticated',
      args: { address: '192.0.2.9' },
    });
    expect(JSON.stringify(world.audit.rows)).not.toContain('guessed-secret');
  });

  it('leaves thirty rows a minute of all addresses together, and one that counts the rest', async () => {
    const before = world.audit.rows.length;
    const shown = Array.from({ length: 100 }, (_, i) =>
      refusalOf(show('kny_x', `198.51.100.${i}`)),
    );
    await Promise.all(shown);
    expect(world.audit.rows).toHaveLength(before + 30);
    await world.clock.advanceAsync(MINUTE_MS);
    expect(untold()).toMatchObject([{ kind: 'login', ok: false, args: { not_written: 70 } }]);
    await guess(1, '203.0.113.1');
    await world.clock.advanceAsync(MINUTE_MS);
    expect(world.audit.rows).toHaveLength(before + 32);
  });

  it('is counted in the log when the server stops within that minute', async () => {
    const shown = Array.from({ length: 40 }, (_, i) => refusalOf(show('kny_x', `198.51.100.${i}`)));
    await Promise.all(shown);
    const { rows } = world.audit;
    await world.close();
    expect(rows.at(-1)).toMatchObject({ target: 'refusals', args: { not_written: 10 } });
    world = await authWorld(tempDir());
  });

  it('is refused at once while five hundred others wait for their refusal', async () => {
    const refused = world.get(RefusedProofs);
    const knock = (address: string) =>
      refused.refuse({ ...SOMEBODY, address }, 'bearer', NOT_KNOWN);
    const waiting = Array.from({ length: 500 }, (_, i) => knock(`10.0.${i % 200}.${i}`));
    expect(await knock('192.0.2.77')).toBe(NOT_KNOWN);
    await world.clock.advanceAsync(300);
    await Promise.all(waiting);
  });
});
