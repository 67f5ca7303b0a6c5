import type { Rule } from '../rule.js';
import type { Threshold } from '../threshold.js';
import { daysUntil } from '../untrusted.js';
import { worst } from '../verdict.js';
import { count, plain } from '../wording.js';

const ENDED: Threshold = { field: 'eol', crit: { oneOf: [true] } };
const END_DATE: Threshold = {
  field: 'eol_date',
  measure: 'left',
  unit: 'days',
  warn: { upTo: 90 },
  crit: { under: 0 },
  movable: { warn: { least: 7, most: 365 } },
};

/** With more than 90 days to go, or an unknown end, the agent's own words count. */
export const osSupport: Rule<'os_support'> = {
  thresholds: [ENDED, END_DATE],
  judge({ name, version, eol, eol_date }, now, grade) {
    const system = [plain(name, 'The operating system'), plain(version, '', 40)].join(' ').trim();
    const left = daysUntil(eol_date, now);
    const status = worst(grade(eol, ENDED), grade(left, END_DATE));
    if (status === 'crit') {
      return { status: 'crit', reason: `${system} no longer gets security updates` };
    }
    if (left === undefined || status === 'ok') return undefined;
    const when = left < 1 ? 'within a day' : `in ${count(Math.floor(left), 'day')}`;
    return { status, reason: `Support of ${system} ends ${when}` };
  },
};
