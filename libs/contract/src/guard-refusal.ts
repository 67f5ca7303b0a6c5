const BEGIN = 'refused by agent safety policy: ';
const TEXT = new RegExp(`^${BEGIN}(\\S+): (.+)$`, 's');

export interface GuardRefusal {
  readonly rule_id: string;
  /** Completes "this …". */
  readonly reason: string;
}

/** What travels with the code `blocked`: `refused by agent safety policy: <rule id>: <reason>` (seed 001). */
export function guardRefusal({ rule_id, reason }: GuardRefusal): string {
  return `${BEGIN}${rule_id}: ${reason}`;
}

/** Null for words that do not come from the guard. */
export function readGuardRefusal(message: string): GuardRefusal | null {
  const [, rule_id, reason] = TEXT.exec(message) ?? [];
  return rule_id === undefined || reason === undefined ? null : { rule_id, reason };
}
