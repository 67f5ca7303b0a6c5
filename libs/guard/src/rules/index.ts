import type { OperatorRuleGroup } from '@kenny/contract/agent';
import { PATH_RULES } from './path.js';
import type { Rule } from './pattern.js';
import { POSIX_RULES } from './posix.js';
import { POWERSHELL_RULES } from './powershell.js';
import { SELF_PROTECTION_RULES } from './self-protection.js';

/**
 * The built-in rules as they are written. Nothing that runs reads them: `npm run gen` builds their
 * automata (ADR 0006).
 */
export const BUILT_IN_RULES: Readonly<Record<OperatorRuleGroup, readonly Rule[]>> = {
  powershell: POWERSHELL_RULES,
  posix: POSIX_RULES,
  self_protection: SELF_PROTECTION_RULES,
  path: PATH_RULES,
};

/** Groups that may meet the same text. Their tables share an alphabet: it is read once for all. */
const SHELL_GROUPS: readonly OperatorRuleGroup[] = ['powershell', 'posix', 'self_protection'];

/** The rules with which those of the group share an alphabet, themselves included. */
export const neighboursOf = (group: OperatorRuleGroup): readonly Rule[] =>
  (SHELL_GROUPS.includes(group) ? SHELL_GROUPS : [group]).flatMap((name) => BUILT_IN_RULES[name]);
