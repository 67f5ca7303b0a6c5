import type { Rule } from '../rule.js';
import type { Threshold } from '../threshold.js';
import { asNumber } from '../untrusted.js';
import { amount } from '../wording.js';

const PERCENT_USED: Threshold = {
  field: 'percent_used',
  unit: '%',
  warn: { over: 85 },
  crit: { over: 95 },
  movable: { warn: { least: 50, most: 98 }, crit: { least: 80, most: 99 } },
};

export const memory: Rule<'memory'> = {
  thresholds: [PERCENT_USED],
  judge({ percent_used }, _now, grade) {
    const used = asNumber(percent_used);
    if (used === undefined) return undefined;
    return { status: grade(used, PERCENT_USED), reason: `${amount(used)} % of memory is in use` };
  },
};
