/**
 * The safety guard (seed 001): pure, so that agent, server and browser tools judge alike. What needs
 * a file system is in `@kenny/guard/fs`, what compiles operators' rules in
 * `@kenny/guard/operator-rules`.
 */
export { Guard, type Explained, type GuardOptions } from './guard.js';
export { builtInNames } from './built-in.js';
export { OperatorRules, type RefusedRule } from './operator-rule-set.js';
export { judgePath } from './paths/judge-path.js';
export type { Rule } from './rules/pattern.js';
export { UPDATE_HOSTS } from './rules/update-host.js';
export { judgeUpdateUrl } from './hosts/update-host.js';
export {
  ALLOWED,
  LIMITS,
  blocked,
  refuse,
  type Allowed,
  type Refusal,
  type Verdict,
} from './verdict.js';
