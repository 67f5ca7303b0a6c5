import { TOOL_CLASSES, type CreateTokenBody } from '@kenny/contract';
import { SYSTEM, type Principal } from '../../kernel/index.js';
import { ALL_RIGHTS, isKeeper, rightsFor } from './token-rules.js';

const NOW = Date.parse('2031-01-01T00:00:00Z');
const ADMIN: Principal = {
  kind: 'operator',
  id: 'anna',
  name: 'Anna',
  scope: 'admin',
  token_id: 'tok_1',
  agents: null,
  classes: TOOL_CLASSES,
  decide: true,
};
const body = (rest: Partial<CreateTokenBody> = {}): CreateTokenBody => ({
  operator: { id: 'bert' },
  name: 'a token',
  scope: 'operator',
  ...rest,
});
const rights = (rest: Partial<CreateTokenBody>, maker = ADMIN) => rightsFor(body(rest), maker, NOW);

/** Expects a refusal with this code whose message fits. */
function expectRefusal(run: () => unknown, code: string, message: RegExp): void {
  const refused = jest.fn(run);
  expect(refused).toThrow(message);
  expect(refused.mock.results[0]?.value).toMatchObject({ code });
}

describe('rightsFor', () => {
  it.each(['mcp', 'task'] as const)('leaves sensitive reads out of %s tokens', (scope) => {
    expect(rights({ scope }).classes).toEqual(['read', 'change']);
    expect(rights({ scope, classes: ['sensitive'] }).classes).toEqual(['sensitive']);
  });

  it.each(['admin', 'operator', 'viewer'] as const)('gives %s tokens all classes', (scope) => {
    expect(rights({ scope }).classes).toEqual(['read', 'sensitive', 'change']);
  });

  it('does not let a token decide unless it is made so', () => {
    expect(rights({ scope: 'admin' }).decide).toBe(false);
    expect(rights({ scope: 'operator', decide: true }).decide).toBe(true);
  });

  it('lets the client of a token accept for its user only where the token was made for it', () => {
    expect(rights({ scope: 'mcp' }).elicitation).toBe(false);
    expect(rights({ scope: 'mcp', elicitation: true }).elicitation).toBe(true);
    const task = () => rights({ scope: 'task', elicitation: true });
    expectRefusal(task, 'validation', /only a token of scope mcp/);
  });

  it.each(['viewer', 'mcp', 'task'] as const)('never lets a %s token decide', (scope) => {
    expectRefusal(() => rights({ scope, decide: true }), 'validation', /cannot decide/);
  });

  it.each([
    ['2031-01-01T00:00:00Z', /in the future/],
    ['2030-12-31', /with its zone/],
    ['2031-02-01T00:00:00', /with its zone/],
    ['2031-13-01T00:00:00Z', /with its zone/],
    ['tomorrow', /with its zone/],
    ['', /with its zone/],
  ])('refuses %j as an expiry', (expires_at, message) => {
    expectRefusal(() => rights({ expires_at }), 'validation', message);
  });

  it('reads an expiry in any zone', () => {
    const expires_at = '2031-01-01T03:00:00+02:00';
    expect(rights({ expires_at }).expires_at).toBe(NOW + 3_600_000);
  });

  it.each(['Anna', 'anna b', '', '-anna', 'änna', 'a'.repeat(65), 'anna\n'])(
    'refuses %j as the id of an operator',
    (id) => {
      expectRefusal(() => rights({ operator: { id } }), 'validation', /operator\.id/);
    },
  );

  it('refuses lists that allow nothing or name what cannot be a PC', () => {
    expectRefusal(() => rights({ agents: [] }), 'validation', /agents/);
    expectRefusal(() => rights({ classes: [] }), 'validation', /classes/);
    expectRefusal(() => rights({ agents: ['pc1', '../x'] }), 'validation', /agent id/);
  });

  describe('hands out no more than the maker has', () => {
    const limited: Principal = {
      ...ADMIN,
      agents: ['pc1', 'pc2'],
      classes: ['read'],
      decide: false,
    };

    it('for PCs', () => {
      expect(rights({ agents: ['pc2'], classes: ['read'] }, limited).agents).toEqual(['pc2']);
      expectRefusal(() => rights({ agents: ['pc3'] }, limited), 'forbidden', /pc3/);
      expectRefusal(() => rights({}, limited), 'forbidden', /all PCs/);
    });

    it('for classes', () => {
      const wish: Partial<CreateTokenBody> = { agents: ['pc1'], classes: ['read', 'change'] };
      expectRefusal(() => rights(wish, limited), 'forbidden', /change/);
    });

    it('for deciding', () => {
      const wish: Partial<CreateTokenBody> = { agents: ['pc1'], classes: ['read'], decide: true };
      expectRefusal(() => rights(wish, limited), 'forbidden', /decide/);
    });

    it.each(['operator', 'viewer', 'mcp', 'task'] as const)('and a %s makes none', (scope) => {
      expectRefusal(() => rights({}, { ...ADMIN, scope }), 'forbidden', /scope/);
    });

    it('but kenny itself may make the first deciding one', () => {
      expect(rights({ scope: 'admin', decide: true }, SYSTEM).decide).toBe(true);
    });
  });
});

describe('isKeeper', () => {
  it('is true only for a token with which everything can be set right again', () => {
    expect(isKeeper(ALL_RIGHTS)).toBe(true);
    for (const less of [
      { scope: 'operator' as const },
      { agents: ['pc1'] },
      { classes: ['read' as const, 'change' as const] },
      { decide: false },
      { expires_at: NOW },
    ]) {
      expect(isKeeper({ ...ALL_RIGHTS, ...less })).toBe(false);
    }
  });
});
