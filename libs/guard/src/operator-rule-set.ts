import type { OperatorRuleGroup } from '@kenny/contract/agent';
import type { CompiledRules, NamedRule } from './compiled-rules.js';
import type { Rule } from './rules/pattern.js';

/** A rule that does not take part, and why: for the operator, not only for a log (trap T1). */
export interface RefusedRule {
  readonly id: string;
  readonly reason: string;
}

/**
 * Operator rules, compiled. They only add to the built-in ones. `@kenny/guard/operator-rules` makes
 * them; it is an entry of its own because it takes the whole compiler, and most PCs have none.
 */
export class OperatorRules {
  constructor(
    private readonly groups: ReadonlyMap<OperatorRuleGroup, CompiledRules>,
    readonly accepted: readonly Rule[],
    readonly refused: readonly RefusedRule[],
  ) {}

  static readonly none = new OperatorRules(new Map(), [], []);

  /** How many of the group take part. */
  count(group: OperatorRuleGroup): number {
    return this.accepted.filter((rule) => rule.applies_to === group).length;
  }

  /** A rule of the group that `text` breaks. */
  find(group: OperatorRuleGroup, text: string): NamedRule | undefined {
    return this.groups.get(group)?.find(text);
  }
}
