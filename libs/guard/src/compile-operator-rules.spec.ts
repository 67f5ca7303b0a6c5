import { compileOperatorRules, MAX_OPERATOR_RULES } from './compile-operator-rules.js';
import { Guard } from './guard.js';
import type { Rule } from './rules/pattern.js';

const rule = (pattern: string, more: Partial<Rule> = {}): Rule => ({
  id: 'op_rule',
  applies_to: 'powershell',
  pattern,
  reason: 'operator: not here',
  ...more,
});
const guardWith = (...rules: readonly Rule[]) =>
  new Guard({ operatorRules: compileOperatorRules(rules) });
const refusalOf = (pattern: string) => compileOperatorRules([rule(pattern)]).refused[0]?.reason;

describe('operator rules', () => {
  it('refuse a call on top of the built-in rules', () => {
    const guard = guardWith(rule('(?i)\\bchoco\\b'));
    const verdict = guard.check('powershell_exec', { script: 'Choco install x' });
    expect(verdict).toMatchObject({ blocked: true, rule_id: 'op_rule' });
    expect(guard.check('powershell_exec', { script: 'chocolate' }).blocked).toBe(false);
  });

  it('meet the text as it is and in its canonical form', () => {
    const guard = guardWith(rule('^choco install'));
    const calls = ['choco install x', 'ch`oco "install" x', "& ('cho'+'co') install x"];
    for (const script of calls)
      expect(guard.check('powershell_exec', { script }).blocked).toBe(true);
  });

  it('reach each group they name, paths too, and where a path leads', () => {
    const guard = new Guard({
      os: 'linux',
      operatorRules: compileOperatorRules([
        rule('^/srv/secret', { applies_to: 'path', id: 'a' }),
        rule('htop', { applies_to: 'posix', id: 'b' }),
        rule('cron', { applies_to: 'self_protection', id: 'c' }),
      ]),
    });
    expect(guard.check('fs_read', { path: '/srv//secret/x' })).toMatchObject({ rule_id: 'a' });
    expect(guard.judgePath('/srv/secret')).toMatchObject({ rule_id: 'a' });
    expect(guard.check('shell_exec', { command: 'htop' })).toMatchObject({ rule_id: 'b' });
    expect(guard.check('shell_exec', { command: 'crond' })).toMatchObject({ rule_id: 'c' });
  });

  it('are replaced as a whole, and clearing them leaves the built-in rules', () => {
    const guard = guardWith(rule('choco'));
    guard.useOperatorRules(compileOperatorRules([]));
    expect(guard.check('powershell_exec', { script: 'choco' }).blocked).toBe(false);
    expect(guard.check('powershell_exec', { script: 'vssadmin delete shadows' }).blocked).toBe(
      true,
    );
  });

  it('cannot weaken or rename a built-in rule', () => {
    const stolen = rule('x^', { id: 'ps_shadow_copies.1', reason: 'nothing' });
    const rules = compileOperatorRules([stolen]);
    const [refused] = rules.refused;
    const guard = new Guard({ operatorRules: rules });
    expect(refused).toMatchObject({ id: 'ps_shadow_copies.1' });
    expect(refused?.reason).toContain('another rule has this id');
    expect(guard.check('powershell_exec', { script: 'vssadmin delete shadows' }).blocked).toBe(
      true,
    );
  });

  it('are refused one by one with a reason; the others work', () => {
    const rules = compileOperatorRules([
      rule('(', { id: 'bad' }),
      rule('good', { id: 'good' }),
      rule('twice', { id: 'good' }),
    ]);
    const guard = new Guard({ operatorRules: rules });
    expect(rules.refused.map(({ id }) => id)).toEqual(['bad', 'good']);
    expect(guard.check('powershell_exec', { script: 'good' }).blocked).toBe(true);
  });

  it.each([
    ['(a', 'RE2'],
    ['(?=a)b', 'RE2'],
    ['(a)\\1', 'RE2'],
    ['', 'empty'],
    ['a'.repeat(1001), 'longer than 1000'],
    ['a{2,5}', 'counted repeats'],
    ['a{1000}', 'counted repeats'],
    ['(?:(?:a{99}){99}){99}', 'counted repeats'],
    ['[^]]{3}', 'counted repeats'],
    ['\\pL'.repeat(40), 'too complex'],
    [`(?i)${'[\u0080-\uffff]'.repeat(150)}`, 'too complex'],
    [`(?:a|b)*a${'(?:a|b)'.repeat(30)}`, 'slow'],
  ])('%s is refused', (pattern, reason) => {
    expect(refusalOf(pattern)).toContain(reason);
  });

  it.each([
    '\\{3}',
    '[{]3}',
    '\\x{41}',
    '\\p{Greek}',
    '(?i)^\\s*net\\s+use\\b',
    'a{,3}',
    '\\Qa{3}\\E',
  ])('%s is taken', (pattern) => {
    expect(refusalOf(pattern)).toBeUndefined();
  });

  it('are taken up to a number; the rest is refused', () => {
    const many = Array.from({ length: MAX_OPERATOR_RULES + 2 }, (_, n) =>
      rule(`word${n}`, { id: `r${n}` }),
    );
    const { accepted, refused } = compileOperatorRules(many);
    expect(accepted).toHaveLength(MAX_OPERATOR_RULES);
    expect(refused).toHaveLength(2);
  });

  it('of an unknown shape are refused, never fatal', () => {
    const odd = [{}, { id: 1, pattern: 2 }, rule('x', { applies_to: 'update_host' as 'path' })];
    expect(compileOperatorRules(odd as Rule[]).refused).toHaveLength(3);
  });

  it('that would multiply each other are refused instead of making judging slow', () => {
    const tangled = Array.from({ length: 60 }, (_, n) =>
      rule(`x${n}a.*x${n}b.*x${n}c`, { id: `t${n}` }),
    );
    const { accepted, refused } = compileOperatorRules(tangled);
    expect(accepted.length).toBeGreaterThan(0);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.reason).toContain('slow');
  });
});
