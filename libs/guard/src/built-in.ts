import type { OperatorRuleGroup } from '@kenny/contract/agent';
import { CompiledRules, type NamedRule } from './compiled-rules.js';
import { AUTOMATA } from './generated/automata.js';
import { RULE_NAMES } from './generated/rule-names.js';
import { readTables } from './tables/read-tables.js';
import { unpackNumbers } from './tables/table-text.js';

const loaded = new Map<OperatorRuleGroup, CompiledRules>();

/**
 * The rules of one group that every agent carries, with the automata that `npm run gen` built from
 * `rules/` (ADR 0006). No frame can remove or change one of them (ADR 0007). They are read when a
 * text first asks for them, which takes some milliseconds, and kept.
 */
export function builtInRules(group: OperatorRuleGroup): CompiledRules {
  let rules = loaded.get(group);
  if (!rules) {
    rules = new CompiledRules(builtInNames(group), readTables(unpackNumbers(AUTOMATA[group]())));
    loaded.set(group, rules);
  }
  return rules;
}

/** Id and reason of each rule of the group. */
export function builtInNames(group: OperatorRuleGroup): readonly NamedRule[] {
  return RULE_NAMES[group]()
    .split('\n')
    .map((line) => {
      const blank = line.indexOf(' ');
      return { id: line.slice(0, blank), reason: line.slice(blank + 1) };
    });
}
