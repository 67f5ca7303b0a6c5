import { powershell, type Help } from '../remedy.js';
import type { Rule } from '../rule.js';
import type { Threshold } from '../threshold.js';
import { daysSince } from '../untrusted.js';
import { plain } from '../wording.js';

const ENABLED: Threshold = { field: 'enabled', crit: { oneOf: [false] } };
const REALTIME: Threshold = { field: 'realtime_protection', crit: { oneOf: [false] } };
const LAST_SCAN: Threshold = {
  field: 'last_scan',
  measure: 'age',
  unit: 'days',
  warn: { over: 14 },
  movable: { warn: { least: 2, most: 90 } },
};

const SCAN: Help = {
  title: 'Run a quick scan',
  when: 'When the last scan is long ago, or something looks odd. It takes some minutes.',
};

/** Missing flags count as fine and a date that cannot be read is ignored, so it never defers. */
export const defender: Rule<'defender'> = {
  thresholds: [ENABLED, REALTIME, LAST_SCAN],
  remedies: [
    powershell(
      {
        title: 'Turn on real-time protection',
        when: 'When virus protection is off and should be on.',
      },
      'Set-MpPreference -DisableRealtimeMonitoring $false',
      REALTIME,
    ),
    powershell(SCAN, 'Start-MpScan -ScanType QuickScan', LAST_SCAN, {
      timeout_s: 600,
      costs: 'Defender may lock away what it finds',
    }),
  ],
  judge({ product, enabled, realtime_protection, last_scan }, now, grade) {
    const name = plain(product, 'Microsoft Defender');
    if (grade(enabled, ENABLED) === 'crit') {
      return { status: 'crit', reason: `${name} is switched off` };
    }
    if (grade(realtime_protection, REALTIME) === 'crit') {
      return { status: 'crit', reason: 'Real-time protection is switched off' };
    }
    const age = daysSince(last_scan, now);
    if (age !== undefined && grade(age, LAST_SCAN) === 'warn') {
      return { status: 'warn', reason: `The last scan was ${Math.floor(age)} days ago` };
    }
    const isOn = enabled === true && realtime_protection === true;
    return { status: 'ok', reason: isOn ? `${name} is on` : 'No problem is known' };
  },
};
