import type { Rule } from '../rule.js';
import type { Threshold } from '../threshold.js';
import { asNumber } from '../untrusted.js';
import { amount } from '../wording.js';

const HEALTH: Threshold = {
  field: 'health_percent',
  unit: '%',
  warn: { under: 70 },
  crit: { under: 50 },
  movable: { warn: { least: 20, most: 90 }, crit: { least: 10, most: 80 } },
};

/** A battery that is still good is described by the agent, charge and all. */
export const battery: Rule<'battery'> = {
  thresholds: [HEALTH],
  judge({ present, health_percent }, _now, grade) {
    const health = asNumber(health_percent);
    if (present === false || health === undefined) return undefined;
    const status = grade(health, HEALTH);
    if (status === 'ok') return undefined;
    return { status, reason: `The battery holds ${amount(health)} % of its original capacity` };
  },
};
