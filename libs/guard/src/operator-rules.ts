import type { OperatorRuleGroup, PolicyRule } from '@kenny/contract/agent';
import { compileProgram, type Program } from './engine/program.js';
import { RuleSet, type SetLimits } from './engine/rule-set.js';

export interface RefusedRule {
  readonly id: string;
  readonly reason: string;
}

/** Operators' rules ready to judge with, and those that cannot be used, each with the reason. */
export interface CompiledOperatorRules {
  readonly groups: ReadonlyMap<OperatorRuleGroup, CompiledGroup>;
  readonly refused: readonly RefusedRule[];
}

export interface CompiledGroup {
  readonly rules: readonly PolicyRule[];
  readonly set: RuleSet;
}

const MOST_RULES = 1_000;
const LONGEST_PATTERN = 1_000;
/** What all operators' rules of one group may cost together; a rule beyond it is refused. */
const LIMITS: SetLimits = { automata: 8, states: 20_000, work: 20_000_000 };

/** Compiles what can be compiled; never throws, never slow: costs are counted, not timed (D7). */
export function compileOperatorRules(rules: readonly PolicyRule[]): CompiledOperatorRules {
  const refused: RefusedRule[] = [];
  const byGroup = new Map<OperatorRuleGroup, { rule: PolicyRule; program: Program }[]>();
  rules.forEach((rule, index) => {
    const program = index < MOST_RULES ? compile(rule.pattern) : 'there are too many rules';
    if (typeof program === 'string') refused.push({ id: rule.id, reason: program });
    else byGroup.set(rule.applies_to, [...(byGroup.get(rule.applies_to) ?? []), { rule, program }]);
  });
  const groups = new Map<OperatorRuleGroup, CompiledGroup>();
  for (const [group, entries] of byGroup) {
    const set = RuleSet.build(
      entries.map(({ program }) => program),
      LIMITS,
    );
    for (const index of set.refused) {
      const id = entries[index]?.rule.id;
      if (id !== undefined)
        refused.push({ id, reason: 'the pattern is too complex; make it simpler' });
    }
    groups.set(group, { rules: entries.map(({ rule }) => rule), set });
  }
  return { groups, refused };
}

function compile(pattern: string): Program | string {
  if (pattern.length > LONGEST_PATTERN)
    return `the pattern is longer than ${LONGEST_PATTERN} characters`;
  if (/\{\d+(,\d*)?\}/.test(pattern))
    return 'counted repeats such as {2,5} are not allowed; use * or +';
  try {
    return compileProgram(pattern);
  } catch (error) {
    return `the pattern is not RE2 syntax: ${error instanceof Error ? error.message : String(error)}`;
  }
}
