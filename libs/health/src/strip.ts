import { STRIP, type Health } from '@kenny/contract/agent';
import { compareSeverity, toMs, type Instant } from './verdict.js';

export type StripChar = (typeof STRIP.chars)[Health] | typeof STRIP.noData;

/** `o w c u`, and `-` for a half hour without data. */
export function stripChar(health: Health | undefined): StripChar {
  return health === undefined ? STRIP.noData : STRIP.chars[health];
}

/** Number of the half hour since 1970 that an instant lies in: the key of one place in a strip. */
export function stripSlot(at: Instant): number {
  return Math.floor(toMs(at) / STRIP.slotMs);
}

/**
 * The last 48 half hours as text, newest last; the current half hour is the last one. Each shows
 * the worst that was seen in it. Samples may come in any order; those outside are left out.
 */
export function stripOf(samples: Iterable<{ at: Instant; health: Health }>, now: Instant): string {
  const first = stripSlot(now) - STRIP.slots + 1;
  const slots = Array.from({ length: STRIP.slots }, (): Health | undefined => undefined);
  for (const { at, health } of samples) {
    const index = stripSlot(at) - first;
    if (!(index >= 0 && index < STRIP.slots)) continue;
    const seen = slots[index];
    if (seen === undefined || compareSeverity(health, seen) > 0) slots[index] = health;
  }
  return slots.map(stripChar).join('');
}
