import { check, describeIssues } from '@kenny/contract/agent';

/** An ignored rule of a `policy` frame, and why. */
export interface SkippedRule {
  rule_id: string;
  reason: string;
}

const MAX_RULES = 1_000;

/**
 * Removes unreadable rules from a `policy` frame one by one: a bad rule must not cost the others
 * (seed 000).
 * @param frame - changed in place
 */
export function dropUnreadableRules(frame: Record<string, unknown>): SkippedRule[] {
  const { type, rules } = frame;
  if (type !== 'policy' || !Array.isArray(rules)) return [];
  const skipped: SkippedRule[] = [];
  frame['rules'] = rules.filter((rule: unknown, index) => {
    const reason = index < MAX_RULES ? faultOf(rule) : `it comes after ${MAX_RULES} others`;
    if (reason !== undefined) skipped.push({ rule_id: nameOf(rule, index), reason });
    return reason === undefined;
  });
  return skipped;
}

function faultOf(rule: unknown): string | undefined {
  const issues = check('frame:policy', { type: 'policy', rules: [rule] });
  return issues.length === 0 ? undefined : describeIssues(issues);
}

/** Foreign text for the log: short and printable, or its position instead. */
function nameOf(rule: unknown, index: number): string {
  const id: unknown = typeof rule === 'object' && rule !== null && 'id' in rule ? rule.id : null;
  return typeof id === 'string' ? id.replace(/[^\P{C}]/gu, ' ').slice(0, 64) : `#${index + 1}`;
}
