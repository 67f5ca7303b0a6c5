import { OPERATOR_RULE_GROUPS } from '@kenny/contract/agent';
import { surveyPattern } from '@kenny/linear-match/compile';
import { readFileSync } from 'node:fs';
import { builtInRules } from '../built-in.js';
import { MAX_PATTERN_LENGTH } from '../compile-operator-rules.js';
import { BUILT_IN_RULES } from './index.js';
import { PACKS } from './packs.js';
import { splitCommand } from './pattern.js';
import { UPDATE_HOSTS } from './update-host.js';

const all = OPERATOR_RULE_GROUPS.flatMap((group) => BUILT_IN_RULES[group]);
const published = JSON.parse(
  readFileSync(new URL('../../../../docs/policy/deny_rules.json', import.meta.url), 'utf8'),
) as { rules: unknown; update_hosts: unknown };

describe('built-in rules', () => {
  it('are published as they are', () => {
    expect(published.rules).toEqual(
      [...OPERATOR_RULE_GROUPS]
        .sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b))
        .flatMap((group) => BUILT_IN_RULES[group]),
    );
    expect(published.update_hosts).toEqual([...UPDATE_HOSTS]);
  });

  it('have ids of their own that fit a policy frame', () => {
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    for (const { id } of all) expect(id).toMatch(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/);
  });

  it.each(all.map((rule) => [rule.id, rule] as const))('%s keeps to D7', (_, rule) => {
    expect(rule.pattern.length).toBeLessThanOrEqual(MAX_PATTERN_LENGTH);
    expect(typeof surveyPattern(rule.pattern)).toBe('object');
    expect(rule.reason).toMatch(/^[a-z]/);
    expect(rule.reason.length).toBeLessThanOrEqual(120);
  });

  it('are packed: every rule that is searched for everywhere has a pack', () => {
    for (const group of OPERATOR_RULE_GROUPS) {
      const packed = new Set(PACKS[group].flat());
      const alone = BUILT_IN_RULES[group].filter(
        ({ id, pattern }) => !packed.has(id) && splitCommand(pattern) === undefined,
      );
      expect(alone).toEqual([]);
    }
  });

  it('stay small: a PC carries some megabytes of tables, not more', () => {
    for (const group of OPERATOR_RULE_GROUPS) {
      const { anywhere, commands } = builtInRules(group).size;
      expect(anywhere.automata).toBeLessThanOrEqual(20);
      expect(anywhere.states + (commands?.states ?? 0)).toBeLessThanOrEqual(30_000);
    }
  });
});

const ORDER = ['powershell', 'posix', 'self_protection', 'path'];
