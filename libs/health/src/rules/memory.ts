import type { Rule } from '../rule.js';
import { grade, type Threshold } from '../threshold.js';
import { asNumber } from '../untrusted.js';
import { amount } from '../wording.js';

const PERCENT_USED: Threshold = {
  field: 'percent_used',
  unit: '%',
  warn: { over: 85 },
  crit: { over: 95 },
};

export const memory: Rule<'memory'> = {
  thresholds: [PERCENT_USED],
  judge({ percent_used }) {
    const used = asNumber(percent_used);
    if (used === undefined) return undefined;
    return { status: grade(used, PERCENT_USED), reason: `${amount(used)} % of memory is in use` };
  },
};
