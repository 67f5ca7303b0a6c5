import type { OperatorRuleGroup } from '@kenny/contract/agent';
import { unpackNumbers } from '@kenny/linear-match';
import { CompiledRules, type NamedRule, type RuleGroup } from './compiled-rules.js';
import { AUTOMATA } from './generated/automata.js';
import { RULE_NAMES } from './generated/rule-names.js';
import { readTables } from './tables/read-tables.js';

const tables = new Map<OperatorRuleGroup, RuleGroup>();
const compiled = new Map<string, CompiledRules>();

/**
 * Rules that every agent carries, per group, with the automata that `npm run gen` built from
 * `rules/` (ADR 0006). No frame can remove or change them (ADR 0007). Decoded in some milliseconds
 * on first use, then kept.
 */
export function builtInRules(...groups: readonly OperatorRuleGroup[]): CompiledRules {
  const key = groups.join();
  let rules = compiled.get(key);
  if (!rules) {
    rules = new CompiledRules(groups.map(tablesOf));
    compiled.set(key, rules);
  }
  return rules;
}

/** Groups with a common alphabet are judged together, in several combinations. */
function tablesOf(group: OperatorRuleGroup): RuleGroup {
  let known = tables.get(group);
  if (!known) {
    known = { rules: builtInNames(group), tables: readTables(unpackNumbers(AUTOMATA[group]())) };
    tables.set(group, known);
  }
  return known;
}

/** Id and reason of each rule of the group. */
export function builtInNames(group: OperatorRuleGroup): readonly NamedRule[] {
  return RULE_NAMES[group]()
    .split('\n')
    .flatMap((line) => {
      const [, name = '', patterns = '', reason = ''] = /^(\S+) (\d+) (.*)$/.exec(line) ?? [];
      const count = Number(patterns);
      if (count === 0) return [{ id: name, reason }];
      return Array.from({ length: count }, (_, at) => ({ id: `${name}.${at + 1}`, reason }));
    });
}
