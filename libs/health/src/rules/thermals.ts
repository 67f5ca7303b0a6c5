import type { ThermalSensor } from '@kenny/contract/agent';
import type { Rule } from '../rule.js';
import type { Threshold } from '../threshold.js';
import { asEntries, asNumber } from '../untrusted.js';
import { amount, plain } from '../wording.js';

const TEMPERATURE: Threshold = {
  field: 'sensors[].temperature_c',
  unit: '°C',
  warn: { from: 85 },
  crit: { from: 95 },
  movable: { warn: { least: 60, most: 100 }, crit: { least: 75, most: 105 } },
};

/** The hottest sensor decides. */
export const thermals: Rule<'thermals'> = {
  thresholds: [TEMPERATURE],
  judge({ sensors }, _now, grade) {
    let hottest: { label: unknown; celsius: number } | undefined;
    for (const { label, temperature_c } of asEntries<ThermalSensor>(sensors) ?? []) {
      const celsius = asNumber(temperature_c);
      if (celsius === undefined || (hottest && celsius <= hottest.celsius)) continue;
      hottest = { label, celsius };
    }
    if (!hottest) return undefined;
    const { label, celsius } = hottest;
    return {
      status: grade(celsius, TEMPERATURE),
      reason: `${plain(label, 'A sensor')} is at ${amount(celsius)} °C`,
    };
  },
};
