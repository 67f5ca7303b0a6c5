import { HOUR_MS, MINUTE_MS } from '@kenny/kernel';
import type { Step } from './alert.js';

/** What happens often is told once, and later how often more. */
export interface BurstTimes {
  /** So many within the window are told. */
  readonly from: number;
  readonly windowMs: number;
  readonly coolMs: number;
}

export const BURSTS = {
  guard_hit: { from: 1, windowMs: MINUTE_MS, coolMs: 30 * MINUTE_MS },
  /** Everybody mistypes. */
  login_failed: { from: 5, windowMs: 10 * MINUTE_MS, coolMs: HOUR_MS },
  agent_identity: { from: 1, windowMs: MINUTE_MS, coolMs: HOUR_MS },
  update_failed: { from: 1, windowMs: MINUTE_MS, coolMs: HOUR_MS },
} as const satisfies Record<string, BurstTimes>;

export interface BurstState {
  readonly count: number;
  /** Of the first that is counted. */
  readonly first_at: number;
  readonly told_at: number | null;
  /** About the last one. */
  readonly detail: string;
}

export interface BurstNews {
  readonly count: number;
  readonly more: boolean;
  readonly detail: string;
}

type BurstStep = Step<BurstState, BurstNews>;

export function noteBurst(
  known: BurstState | undefined,
  { count, detail }: { readonly count: number; readonly detail: string },
  times: BurstTimes,
  at: number,
): BurstStep {
  const cooling = known && known.told_at !== null && at - known.told_at < times.coolMs;
  const inWindow = known && at - known.first_at < times.windowMs;
  const before = cooling || inWindow ? known : undefined;
  const state: BurstState = {
    count: (before?.count ?? 0) + count,
    first_at: before && before.count > 0 ? before.first_at : at,
    told_at: before?.told_at ?? null,
    detail,
  };
  if (cooling || state.count < times.from) return waiting(state, times);
  return told(state, false, times, at);
}

export function burstDue(state: BurstState, times: BurstTimes, at: number): BurstStep {
  const { told_at, count } = state;
  if (told_at === null || count < times.from) return { next: null };
  if (at - told_at < times.coolMs) return waiting(state, times);
  return told(state, true, times, at);
}

function told(state: BurstState, more: boolean, times: BurstTimes, at: number): BurstStep {
  const { count, detail } = state;
  return { ...waiting({ ...state, count: 0, told_at: at }, times), told: { count, more, detail } };
}

function waiting(state: BurstState, { windowMs, coolMs }: BurstTimes): BurstStep {
  const { told_at, first_at } = state;
  return { next: { state, due_at: told_at === null ? first_at + windowMs : told_at + coolMs } };
}
