import type { Health, SectionHealth } from '@kenny/contract';
import { worstOf, worstSection } from '@kenny/health';
import { isoOrNull } from '@kenny/kernel';
import type { PcState } from './health-board.js';

/** Health as the fleet shows it. */
export interface HealthSummary {
  readonly overall: Health;
  readonly worst: SectionHealth | null;
  /** Sections that are not `ok`. */
  readonly notOk: readonly SectionHealth[];
  readonly received_at: string | null;
  readonly collected_at: string | null;
  readonly clock_skew_s: number | null;
}

const summaries = new WeakMap<PcState, HealthSummary>();

const NOTHING: HealthSummary = {
  overall: worstOf([]),
  worst: null,
  notOk: [],
  ...{ received_at: null, collected_at: null, clock_skew_s: null },
};

/**
 * Memoized per state, which is immutable: a fleet view asks for a thousand of them.
 */
export function summaryOf(state: PcState | undefined): HealthSummary {
  if (!state) return NOTHING;
  const known = summaries.get(state);
  if (known) return known;
  const { sections, received_at, collected_at } = state;
  const summary: HealthSummary = {
    overall: worstOf(sections),
    worst: worstSection(Object.fromEntries(sections.map((section) => [section.name, section]))),
    notOk: sections.filter(({ status }) => status !== 'ok'),
    received_at: isoOrNull(received_at),
    collected_at: isoOrNull(collected_at),
    clock_skew_s: skew(collected_at, received_at),
  };
  summaries.set(state, summary);
  return summary;
}

/** How far the PC's clock is ahead of ours, in whole seconds; transit counts as behind. */
function skew(collected: number | null, received: number): number | null {
  return collected === null ? null : Math.round((collected - received) / 1000);
}
