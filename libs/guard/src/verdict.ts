/** What the guard says of one call. `message` is what travels: it names the rule. */
export type Verdict =
  | { readonly blocked: false }
  | {
      readonly blocked: true;
      readonly rule_id: string;
      readonly reason: string;
      readonly message: string;
    };

export const ALLOWED: Verdict = { blocked: false };

/** `refused by agent safety policy: <rule id>: <reason>` (seed 001, design §6). */
export function blocked(rule_id: string, reason: string): Verdict {
  const message = `refused by agent safety policy: ${rule_id}: ${reason}`;
  return { blocked: true, rule_id, reason, message };
}
