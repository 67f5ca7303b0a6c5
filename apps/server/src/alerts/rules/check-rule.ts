import type { AlertSeverity } from '@kenny/contract';
import { HOUR_MS, MINUTE_MS } from '@kenny/kernel';
import type { Step } from './alert.js';

/** When a check is told, and when it is not. */
export const CHECK_TIMES = {
  /** So long it must stay worse, or better: a moment is nobody's business. */
  worseMs: 5 * MINUTE_MS,
  betterMs: 15 * MINUTE_MS,
  /** Worse again within that time is told once, as changing; then it must be steady for as long. */
  coolMs: 6 * HOUR_MS,
  /** So many changes within the window are told as changing, without waiting. */
  changes: 6,
  windowMs: HOUR_MS,
} as const;

export type CheckStatus = 'ok' | AlertSeverity;
const RANK: Record<CheckStatus, number> = { ok: 0, warn: 1, crit: 2 };

export interface CheckState {
  /** What people know. */
  readonly told: CheckStatus;
  readonly now: CheckStatus;
  readonly reason: string;
  /** Since when it is as it is now. */
  readonly since: number;
  /** When it was last told to be worse, and the worst that it was told to be until it cooled. */
  readonly worse_at: number | null;
  readonly worst: CheckStatus;
  /** The worst that it was since something was told. */
  readonly peak: CheckStatus;
  /** Told as changing: silence until it is steady. */
  readonly changing: boolean;
  readonly changes: readonly number[];
}

export interface CheckNews {
  readonly what: 'worse' | 'better' | 'changing';
  readonly status: CheckStatus;
  readonly severity: AlertSeverity;
  readonly reason: string;
}

type CheckStep = Step<CheckState, CheckNews>;

/** What a check reports, folded into what is known of it. */
export function noteCheck(
  known: CheckState | undefined,
  { status, reason }: { readonly status: CheckStatus; readonly reason: string },
  at: number,
): CheckStep {
  const before = known ?? fresh(at);
  if (status === before.now) return waiting({ ...before, reason });
  const changes = [...before.changes, at].filter((time) => time > at - CHECK_TIMES.windowMs);
  const state: CheckState = {
    ...before,
    ...{ now: status, reason, since: at, peak: worseOf(before.peak, status) },
    changes: changes.slice(-CHECK_TIMES.changes),
  };
  const often = changes.length >= CHECK_TIMES.changes;
  return often && !state.changing ? tell(state, 'changing', at) : waiting(state);
}

/** The time that it wanted to be asked at has come. */
export function checkDue(state: CheckState, at: number): CheckStep {
  const asked = dueOf(state);
  if (asked === null || asked > at) return waiting(state);
  if (state.now === state.told) {
    if (state.now === 'ok' && isCool(state, at)) return { next: null };
    return waiting({ ...state, changing: false, peak: state.now });
  }
  if (RANK[state.now] < RANK[state.told]) return tell(state, 'better', at);
  const again = !state.changing && !isCool(state, at) && RANK[state.now] <= RANK[state.worst];
  return tell(state, again ? 'changing' : 'worse', at);
}

function tell(state: CheckState, what: CheckNews['what'], at: number): CheckStep {
  const { told, now, peak } = state;
  const severity = severityOf(what === 'worse' ? now : worseOf(told, peak));
  const isWorse = what !== 'better';
  const next: CheckState = {
    ...state,
    ...{ told: now, peak: now, changing: what === 'changing' },
    worse_at: isWorse ? at : state.worse_at,
    worst: isWorse
      ? worseOf(isCool(state, at) ? 'ok' : state.worst, worseOf(now, peak))
      : state.worst,
  };
  return { ...waiting(next), told: { what, status: now, severity, reason: state.reason } };
}

function waiting(state: CheckState): CheckStep {
  const isNothing = state.now === 'ok' && state.told === 'ok' && state.changes.length === 0;
  return { next: isNothing ? null : { state, due_at: dueOf(state) } };
}

/** Null: it has nothing to say until something changes. */
function dueOf({ told, now, since, worse_at, changing }: CheckState): number | null {
  if (changing) return since + CHECK_TIMES.coolMs;
  if (now !== told) {
    return since + (RANK[now] > RANK[told] ? CHECK_TIMES.worseMs : CHECK_TIMES.betterMs);
  }
  return now === 'ok' ? Math.max(since, worse_at ?? since) + CHECK_TIMES.coolMs : null;
}

const isCool = ({ worse_at }: CheckState, at: number): boolean =>
  worse_at === null || at - worse_at >= CHECK_TIMES.coolMs;

const worseOf = (a: CheckStatus, b: CheckStatus): CheckStatus => (RANK[a] >= RANK[b] ? a : b);

const severityOf = (status: CheckStatus): AlertSeverity => (status === 'crit' ? 'crit' : 'warn');

const fresh = (at: number): CheckState => ({
  ...{ told: 'ok', now: 'ok', reason: '', since: at, worse_at: null, worst: 'ok', peak: 'ok' },
  ...{ changing: false, changes: [] },
});
