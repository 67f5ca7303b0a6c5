import type { Health, Status } from '@kenny/contract/agent';

/** What kenny shows for one section. `reason` is one short sentence for a person, ≤ 500 characters. */
export interface Verdict {
  status: Health;
  reason: string;
}

/** What a rule decides from evidence; a rule never says `unknown`, it defers instead. */
export interface Judgement {
  status: Status;
  reason: string;
}

/** A point in time: a Date or milliseconds since 1970. No rule reads a clock. */
export type Instant = Date | number;

export function toMs(instant: Instant): number {
  return typeof instant === 'number' ? instant : instant.getTime();
}

const SEVERITY: Readonly<Record<Health, number>> = { unknown: -1, ok: 0, warn: 1, crit: 2 };

export function worst(...of: readonly Status[]): Status {
  return of.reduce((a, b) => (compareSeverity(b, a) > 0 ? b : a), 'ok');
}

/** Positive when `a` is worse than `b`. `unknown` is below `ok`: it never raises anything. */
export function compareSeverity(a: Health, b: Health): number {
  return SEVERITY[a] - SEVERITY[b];
}

/** A section as it counts; `snoozed` is there while somebody has put off what is wrong with it. */
export interface Counted {
  readonly status: Health;
  readonly snoozed?: object | undefined;
}

/** What a person has put off counts as fine. */
export function countedStatus({ status, snoozed }: Counted): Health {
  return snoozed === undefined ? status : 'ok';
}
