import type { Health } from '@kenny/contract/web';
import { byUnits } from './by-units.js';
import { compareSeverity, countedStatus, type Counted } from './verdict.js';

/**
 * What costs most when nobody acts, first: data that may be lost, then doors that stand open, then
 * what stops a PC from working. Behind these, what a fix of ours helps; sections that are not named
 * come last.
 */
export const SECTION_ORDER: readonly string[] = [
  ...['disk_smart', 'defender_quarantine', 'defender', 'av_thirdparty', 'firewall', 'disk'],
  ...['encryption', 'os_support', 'win_update', 'thermals', 'memory', 'reliability'],
  ...['app_updates', 'reboot_pending', 'printers', 'time_sync', 'uptime'],
];

interface ListedSection extends Counted {
  readonly name: string;
  readonly status: Health;
  /** ISO 8601. */
  readonly since?: string;
}

/** Worst first; among equals by consequence, then who has waited longest. */
export function worstSectionFirst(a: ListedSection, b: ListedSection): number {
  return (
    compareSeverity(countedStatus(b), countedStatus(a)) ||
    placeOf(a) - placeOf(b) ||
    byUnits(a.since ?? '', b.since ?? '') ||
    byUnits(a.name, b.name)
  );
}

/** Where it stands among sections that are as bad. */
export function placeOf({ name }: Pick<ListedSection, 'name'>): number {
  const place = SECTION_ORDER.indexOf(name);
  return place < 0 ? SECTION_ORDER.length : place;
}
