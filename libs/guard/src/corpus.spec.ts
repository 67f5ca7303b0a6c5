import { ALLOWED, BLOCKED, textsOf } from '../corpus/index.js';
import { Guard } from './guard.js';

const guard = new Guard({ serverHosts: ['kenny.example:8443'] });
/** A rule with several patterns reports `id.2`; the corpus names the rule. */
const family = (id: string) => id.split('.')[0];

describe('corpus', () => {
  describe.each(
    BLOCKED.flatMap(({ tool, argument, rules }) =>
      Object.entries(rules).map(([rule, texts]) => ({ tool, argument, rule, texts })),
    ),
  )('$tool: $rule', ({ tool, argument, rule, texts }) => {
    it.each(texts)('refuses %j', (text) => {
      const verdict = guard.check(tool, { [argument]: text });
      expect(verdict).toMatchObject({ blocked: true });
      expect(verdict.blocked && family(verdict.rule_id)).toBe(rule);
    });
  });

  describe.each(
    ALLOWED.flatMap(({ tool, argument, texts: byReason }) =>
      Object.entries(byReason).map(([why, texts]) => ({ tool, argument, why, texts })),
    ),
  )('$tool: $why', ({ tool, argument, texts }) => {
    it.each(texts)('lets %j pass', (text) => {
      expect(guard.check(tool, { [argument]: text })).toEqual({ blocked: false });
    });
  });

  it('holds at least 320 calls, about half of them harmless', () => {
    const blocked = BLOCKED.flatMap(({ rules }) => Object.values(rules).flat()).length;
    const allowed = ALLOWED.flatMap(textsOf).length;
    expect(blocked).toBeGreaterThanOrEqual(320);
    expect(allowed).toBeGreaterThanOrEqual(320);
  });
});
