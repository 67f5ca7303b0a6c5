import { isSensitive, type AuditRowView } from '@kenny/contract/web';
import { HOUR_MS } from '@kenny/kernel';
import { clockWords, dateWords } from '../time/relative';

/** Asked again after a denial, which has an entry of its own. */
export const isAskedAgain = ({
  approval_id,
  code,
}: Pick<AuditRowView, 'approval_id' | 'code'>): boolean =>
  approval_id === null && code === 'denied';

/** The request whose denial refuses it; rows of an older kenny do not name it. */
export const denialOf = (row: Pick<AuditRowView, 'approval_id' | 'code' | 'target'>) =>
  isAskedAgain(row) ? row.target : null;

export const ALREADY_DENIED = 'Already denied';

/**
 * What one person, or a page for them, did again and again within an hour each time is one: reads, and
 * what was refused. A request has an entry for each time, and so has each look at what is private.
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

/** `6 times since 14:02`, with the date where the newest was on another day. @param rows - newest first */
export function timesSince(rows: readonly [AuditRowView, ...AuditRowView[]]): string {
  if (rows.length === 1) return '';
  const newest = Date.parse(rows[0].at);
  const oldest = Date.parse((rows.at(-1) ?? rows[0]).at);
  const day = dateWords(oldest);
  const since = day === dateWords(newest) ? clockWords(oldest) : `${day} ${clockWords(oldest)}`;
  return `${timesWords(rows.length)} since ${since}`;
}

function repeats(row: AuditRowView, next: AuditRowView): boolean {
  const isClose = Math.abs(Date.parse(next.at) - Date.parse(row.at)) <= HOUR_MS;
  const same = whatOf(row);
  return isClose && same !== null && same === whatOf(next);
}

function whatOf({ kind, approval_id, ...row }: AuditRowView): string | null {
  const { tool, agent_id, args, door, ok, code } = row;
  if (kind !== 'call' || approval_id !== null || isSensitive(tool ?? '')) return null;
  return JSON.stringify([tool, agent_id, args, door, ok, code]);
}
