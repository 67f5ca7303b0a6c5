import { CATALOG } from '@kenny/contract/agent';
import { DAY_MS } from '@kenny/kernel';
import type { Measured } from '../src/forecast.js';

export const NOW = Date.parse('2031-06-01T12:00:00Z');

export const CATALOG_SECTIONS_SERIES = CATALOG.sections.flatMap(({ series }) =>
  series.map(({ metric, unit }) => ({ metric, unit })),
);

interface LineOptions {
  readonly days: number;
  readonly from: number;
  readonly to: number;
  readonly points?: number;
  readonly end?: number;
}

/** Values at even distances that go straight from one to the other, the last one at `end`. */
export function line({ days, from, to, points = 100, end = NOW }: LineOptions): Measured[] {
  return Array.from({ length: points }, (_, i): Measured => {
    const part = i / (points - 1);
    return [end - (1 - part) * days * DAY_MS, from + part * (to - from)];
  });
}
