import { DAY_MS, HOUR_MS, SECOND_MS } from '@kenny/kernel';

export const PACE = {
  /** Single messages to one place in a minute; what is more comes as one digest. */
  perMinute: 20,
  firstRetryMs: 5 * SECOND_MS,
  longestRetryMs: HOUR_MS,
  giveUpMs: DAY_MS,
} as const;

/** How long to wait after so many attempts. */
export function retryAfter(attempts: number): number {
  const doubled = PACE.firstRetryMs * 2 ** Math.min(Math.max(0, attempts - 1), 20);
  return Math.min(PACE.longestRetryMs, doubled);
}

/** What waits for one place, as far as its pace is concerned. */
export interface Queue {
  /** Tried before: their id may have arrived, so they go again as they are. */
  readonly tried: number;
  /** Of these, whose next attempt is due. */
  readonly triedDue: number;
  /** Never tried, and due. */
  readonly fresh: number;
  /** Of these, kept back by quiet hours. */
  readonly held: number;
  readonly sentInMinute: number;
  readonly digestInMinute: boolean;
}

export type Pace =
  | { readonly do: 'retry' | 'send'; readonly most: number }
  | { readonly do: 'digest' }
  | { readonly do: 'wait' };

/** What to do next for one place. A place that does not answer is asked with one message alone. */
export function paceOf(queue: Queue): Pace {
  const room = PACE.perMinute - queue.sentInMinute;
  if (queue.tried > 0) {
    return queue.triedDue > 0 && room > 0 ? { do: 'retry', most: 1 } : { do: 'wait' };
  }
  if (queue.fresh === 0) return { do: 'wait' };
  if (queue.fresh > room || queue.held > 1) {
    return queue.digestInMinute ? { do: 'wait' } : { do: 'digest' };
  }
  return { do: 'send', most: queue.fresh };
}
