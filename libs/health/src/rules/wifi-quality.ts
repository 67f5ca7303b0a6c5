import type { Rule } from '../rule.js';
import type { Threshold } from '../threshold.js';
import { asNumber } from '../untrusted.js';
import { amount } from '../wording.js';

const SIGNAL: Threshold = {
  field: 'signal_percent',
  unit: '%',
  warn: { under: 50 },
  movable: { warn: { least: 10, most: 80 } },
};

/** A PC that is not connected to a wireless network has no signal to judge. */
export const wifiQuality: Rule<'wifi_quality'> = {
  thresholds: [SIGNAL],
  judge({ connected, signal_percent }, _now, grade) {
    const signal = asNumber(signal_percent);
    if (connected === false || signal === undefined) return undefined;
    return { status: grade(signal, SIGNAL), reason: `Wi-Fi signal at ${amount(signal)} %` };
  },
};
