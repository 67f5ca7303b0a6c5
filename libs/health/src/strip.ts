import { STRIP, type Health } from '@kenny/contract/agent';
import { toMs, type Instant } from './verdict.js';

export type StripChar = (typeof STRIP.chars)[Health] | typeof STRIP.noData;

/** `o w c u`, and `-` for a half hour without data. */
export function stripChar(health: Health | undefined): StripChar {
  return health === undefined ? STRIP.noData : STRIP.chars[health];
}

/** Number of the half hour since 1970 that an instant lies in: the key of one place in a strip. */
export function stripSlot(at: Instant): number {
  return Math.floor(toMs(at) / STRIP.slotMs);
}
