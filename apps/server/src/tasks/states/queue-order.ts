import { TASK_TIMES } from '@kenny/contract';

/** A task that waits for a slot. Times in epoch ms. */
export interface Waiting {
  readonly id: string;
  readonly priority: number;
  readonly queued_at: number;
  readonly not_before: number | null;
}

/**
 * In the order in which they start: high priority first, then who came first. With every ten minutes
 * a task gains one step, so that each starts some day. What may not start yet stands at the end.
 */
export function startOrder<W extends Waiting>(waiting: readonly W[], now: number): W[] {
  return [...waiting].sort(
    (a, b) =>
      startsAt(a, now) - startsAt(b, now) ||
      aged(b, now) - aged(a, now) ||
      a.queued_at - b.queued_at ||
      (a.id < b.id ? -1 : 1),
  );
}

/** Whether it may start now. */
export function isReady({ not_before }: Waiting, now: number): boolean {
  return not_before === null || not_before <= now;
}

function startsAt(one: Waiting, now: number): number {
  return isReady(one, now) ? 0 : (one.not_before ?? 0);
}

function aged({ priority, queued_at }: Waiting, now: number): number {
  return priority + Math.floor(Math.max(0, now - queued_at) / TASK_TIMES.ageingMs);
}
