import { appendFileSync, mkdirSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { WORKSPACE } from './world.js';

/** Here `tools/run/targets.mjs` looks for rows to print. */
const FOLDER = join(WORKSPACE, '.test-results/targets');

export interface Target {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly atMost?: number;
  readonly atLeast?: number;
  /** Under which circumstances, where they differ from those of the target. */
  readonly note?: string;
  /**
   * `exact`: missing it is a fault, as for bytes and counts. `gross`: a time on a machine that others
   * use as well is a fault only beyond three times (design §7), and as much more as others use.
   */
  readonly judged: 'exact' | 'gross';
}

const GROSS = 3;

/** How many programs wait for each core, one at least: so much longer everything takes. */
const waiting = (): number => Math.max(1, (loadavg()[0] ?? 1) / availableParallelism());

/** Puts the figure into the table at the end of `npm run e2e`. */
export function record(row: Target): void {
  mkdirSync(FOLDER, { recursive: true });
  appendFileSync(join(FOLDER, 'dashboard.jsonl'), `${JSON.stringify(row)}\n`);
}

/** As `record`, and judges it. */
export function target(row: Target): void {
  record(row);
  const { value, atMost, atLeast, judged } = row;
  const factor = judged === 'gross' ? GROSS * waiting() : 1;
  const met = value <= (atMost ?? Infinity) * factor && value >= (atLeast ?? -Infinity) / factor;
  if (!met) throw new Error(`${row.what}: ${value} ${row.unit} misses ${words(row)}`);
}

function words({ atMost, atLeast, unit, judged }: Target): string {
  const limit = atMost === undefined ? `at least ${atLeast}` : `at most ${atMost}`;
  return `${limit} ${unit}${judged === 'gross' ? ', also with patience' : ''}`;
}

/** The value below which so many per cent of them lie. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil((sorted.length * percent) / 100) - 1)] ?? NaN;
}
