import type { AuditRowView } from '@kenny/contract/web';
import { HOUR_MS } from '@kenny/kernel';

/** Asked again after a denial, which has an entry of its own. */
export const isAskedAgain = ({
  approval_id,
  code,
}: Pick<AuditRowView, 'approval_id' | 'code'>): boolean =>
  approval_id === null && code === 'denied';

export const ALREADY_DENIED = 'Already denied';

/**
 * What one person, or a page for them, did again and again within an hour each time is one: reads, and
 * what was refused. A request has an entry for each time.
 * @param rows - newest first
 * @returns in the order of their newest rows
 */
export function withoutRepeats<R extends AuditRowView>(
  rows: readonly R[],
): (readonly [R, ...R[]])[] {
  const found: [R, ...R[]][] = [];
  const last = new Map<string, [R, ...R[]]>();
  for (const row of rows) {
    const who = `${row.actor.kind} ${row.actor.id}`;
    const before = last.get(who);
    if (before && repeats(row, before.at(-1) ?? before[0])) before.push(row);
    else {
      const one: [R, ...R[]] = [row];
      found.push(one);
      last.set(who, one);
    }
  }
  return found;
}

/** `6 times`; empty of what happened once. */
export function timesWords(count: number): string {
  return count > 1 ? `${count} times` : '';
}

function repeats(row: AuditRowView, next: AuditRowView): boolean {
  const isClose = Math.abs(Date.parse(next.at) - Date.parse(row.at)) <= HOUR_MS;
  const same = whatOf(row);
  return isClose && same !== null && same === whatOf(next);
}

function whatOf({ kind, approval_id, ...row }: AuditRowView): string | null {
  const { tool, agent_id, args, door, ok, code } = row;
  if (kind !== 'call' || approval_id !== null) return null;
  return JSON.stringify([tool, agent_id, args, door, ok, code]);
}
