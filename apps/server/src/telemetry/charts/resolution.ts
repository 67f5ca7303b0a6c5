import { CHART_LIMITS } from '@kenny/contract';
import { DAY_MS } from '@kenny/kernel';
import { KennyError } from '../../kernel/index.js';

/** Lengths of a stretch that people count in, in seconds. */
const STEPS_S = [60, 300, 900, 1_800, 3_600, 7_200, 10_800, 21_600, 43_200, 86_400] as const;

/**
 * About as many points as a chart shows apart. With more, a PC that reports every half hour since
 * yesterday and seldom before would be drawn in two resolutions.
 */
const SHOWN_APART = 128;

/** Epoch ms, both inclusive. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * The shortest stretch with which a span has no more points than a chart shows; a year has its days.
 * @throws KennyError `validation` for a span that is longer than anything that is kept, or none
 */
export function resolutionOf({ from, to }: Span): number {
  const longest = CHART_LIMITS.spanDays * DAY_MS;
  if (to < from || to - from > longest) {
    const days = CHART_LIMITS.spanDays;
    throw new KennyError('validation', `from: must lie before to, by ${days} days at most`);
  }
  const enough = STEPS_S.find((step) => (to - from) / (step * 1000) <= SHOWN_APART);
  return enough ?? STEPS_S[STEPS_S.length - 1] ?? 86_400;
}
