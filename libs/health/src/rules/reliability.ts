import { capitalised } from '@kenny/kernel';
import type { Rule } from '../rule.js';
import type { Threshold } from '../threshold.js';
import { asNumber } from '../untrusted.js';
import { worst } from '../verdict.js';
import { amount, count } from '../wording.js';

const STABILITY: Threshold = {
  field: 'stability_index',
  unit: 'count',
  warn: { under: 6 },
  crit: { under: 3 },
  movable: { warn: { least: 2, most: 9 }, crit: { least: 1, most: 7 } },
};
const CRASHES: Threshold = {
  field: 'recent_crashes',
  unit: 'count',
  warn: { from: 20 },
  movable: { warn: { least: 2, most: 500 } },
};

/**
 * Seed 000 leaves this rule open. The index is the system's own judgement and may be critical; the
 * count of errors in seven days never is by itself, because a healthy PC logs many harmless ones.
 */
export const reliability: Rule<'reliability'> = {
  thresholds: [STABILITY, CRASHES],
  judge({ stability_index, recent_crashes }, _now, grade) {
    const index = asNumber(stability_index);
    const crashes = asNumber(recent_crashes);
    if (index === undefined && crashes === undefined) return undefined;
    const facts = [
      ...(index === undefined ? [] : [`the stability index is ${amount(index)} of 10`]),
      ...(crashes === undefined ? [] : [`${count(crashes, 'error')} in the last 7 days`]),
    ];
    return {
      status: worst(grade(index, STABILITY), grade(crashes, CRASHES)),
      reason: capitalised(facts.join(', ')),
    };
  },
};
