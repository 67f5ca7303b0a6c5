import { MINUTE_MS } from '@kenny/kernel';
import type { ChartModel } from './chart-model';

/** A part of the time of a chart, epoch ms. */
export interface ChartSpan {
  readonly from: number;
  readonly to: number;
}

/** Narrower drags are clicks. */
const LEAST_DRAG_PX = 8;

/** What lies between two moments, in whole minutes outwards; within the time that is known. */
export function spanBetween(a: number, b: number, { from, to }: ChartModel): ChartSpan {
  const within = (at: number) => Math.min(to, Math.max(from, at));
  const [least, most] = [within(Math.min(a, b)), within(Math.max(a, b))];
  return {
    from: Math.floor(least / MINUTE_MS) * MINUTE_MS,
    to: Math.ceil(Math.max(most, least + 1) / MINUTE_MS) * MINUTE_MS,
  };
}

export function isDrag(startPx: number, endPx: number): boolean {
  return Math.abs(endPx - startPx) >= LEAST_DRAG_PX;
}
