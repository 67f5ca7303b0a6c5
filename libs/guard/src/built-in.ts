import type { OperatorRuleGroup } from '@kenny/contract/agent';
import { CompiledRules } from './compiled-rules.js';
import { PACKS } from './generated/packs.js';
import { PATH_RULES } from './rules/path.js';
import type { Rule } from './rules/pattern.js';
import { POSIX_RULES } from './rules/posix.js';
import { POWERSHELL_RULES } from './rules/powershell.js';
import { SELF_PROTECTION_RULES } from './rules/self-protection.js';

/** The rules that every agent carries. No frame can remove or change one of them (ADR 0007). */
export const BUILT_IN_RULES: Readonly<Record<OperatorRuleGroup, readonly Rule[]>> = {
  powershell: POWERSHELL_RULES,
  posix: POSIX_RULES,
  self_protection: SELF_PROTECTION_RULES,
  path: PATH_RULES,
};

const compiled = new Map<OperatorRuleGroup, CompiledRules>();

/** Compiled on first use, then kept: see `warm`. */
export function builtInRules(group: OperatorRuleGroup): CompiledRules {
  let rules = compiled.get(group);
  if (!rules) {
    rules = CompiledRules.builtIn(BUILT_IN_RULES[group], PACKS[group]);
    compiled.set(group, rules);
  }
  return rules;
}
