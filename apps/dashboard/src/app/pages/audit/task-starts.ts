import type { AuditRowView } from '@kenny/contract/web';
import { MINUTE_MS } from '@kenny/kernel';

/** Step of a task's beginning that a row is: who creates one and starts it lets its AI agent use PCs. */
type Step = 'create' | 'start' | 'access';

const ORDER: readonly Step[] = ['create', 'start', 'access'];

/**
 * Rows that begin a task, one right after the other, are one act.
 * @param rows - newest first
 * @returns by a row's ID the ID of the oldest row of the same act
 */
export function taskStarts(rows: readonly AuditRowView[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const begun = new Map<string, { readonly first: AuditRowView; readonly last: AuditRowView }>();
  for (const row of rows.toReversed()) {
    const task = taskIn(row);
    if (task === null) continue;
    const before = begun.get(task);
    if (before && follows(row, before.last)) {
      found.set(row.id, before.first.id);
      begun.set(task, { first: before.first, last: row });
    } else if (stepOf(row) === null) begun.delete(task);
    else begun.set(task, { first: row, last: row });
  }
  return found;
}

/** What the oldest row of the act did, where a later one did more: `null` for any other story. */
export function startedTask({ rows }: { rows: readonly AuditRowView[] }) {
  const [row, next] = rows.toReversed();
  if (!row || !next || !follows(next, row)) return null;
  const title = rows.map(({ args }) => args?.['title'] ?? args?.['name']).find(isText) ?? null;
  const created = stepOf(row) === 'create';
  return { row, did: created ? 'created and started the task' : 'started the task', title };
}

function follows(row: AuditRowView, before: AuditRowView): boolean {
  const [step, last] = [stepOf(row), stepOf(before)];
  if (step === null || last === null || taskIn(row) !== taskIn(before)) return false;
  const isClose = Math.abs(Date.parse(row.at) - Date.parse(before.at)) <= MINUTE_MS;
  const isNext = ORDER.indexOf(step) === ORDER.indexOf(last) + 1;
  return isClose && isNext && (step === 'access' || row.actor.id === before.actor.id);
}

function stepOf({ kind, args, ok }: AuditRowView): Step | null {
  const action = args?.['action'];
  if (!ok) return null;
  if (kind === 'task') return action === 'create' || action === 'start' ? action : null;
  return kind === 'token' && action === 'create' && args?.['scope'] === 'task' ? 'access' : null;
}

function taskIn({ kind, target, args }: AuditRowView): string | null {
  if (kind === 'task') return target;
  const task = kind === 'token' ? args?.['task_id'] : null;
  return isText(task) ? task : null;
}

const isText = (value: unknown): value is string => typeof value === 'string';
