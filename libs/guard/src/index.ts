/**
 * The safety guard (seed 001): pure, so that agent, server and browser tools judge alike. What needs
 * a file system is in `@kenny/guard/fs`.
 */
export { BUILT_IN_RULES } from './built-in.js';
export { Guard, warm, type GuardOptions } from './guard.js';
export {
  compileOperatorRules,
  MAX_OPERATOR_RULES,
  MAX_PATTERN_LENGTH,
  OperatorRules,
  type RefusedRule,
} from './operator-rules.js';
export { judgePath } from './paths/judge-path.js';
export type { Rule } from './rules/pattern.js';
export { UPDATE_HOSTS } from './rules/update-host.js';
export { judgeUpdateUrl } from './hosts/update-host.js';
export { ALLOWED, LIMITS, blocked, type Allowed, type Refusal, type Verdict } from './verdict.js';
