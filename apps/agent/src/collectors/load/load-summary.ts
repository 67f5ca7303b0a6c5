import { loadWords } from '@kenny/health';
import type { SectionFields } from '../collector.js';

/** In the words of the rule, and why there is less in the first report. */
export function loadSummary(fields: SectionFields<'load'>): string {
  const known = loadWords(fields) ?? 'Not known yet';
  return fields.measured_over_s === null ? `${known}; the rest comes with the next report` : known;
}
