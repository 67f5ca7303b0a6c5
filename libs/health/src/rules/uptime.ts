import { PC_RESTARTS } from '@kenny/contract/agent';
import { powershell, RESTART_PC, shell } from '../remedy.js';
import type { Rule } from '../rule.js';
import type { Threshold } from '../threshold.js';
import { asNumber } from '../untrusted.js';
import { duration } from '../wording.js';

const DAY_S = 86_400;
const UPTIME: Threshold = {
  field: 'uptime_secs',
  unit: 's',
  warn: { from: 30 * DAY_S },
  movable: { warn: { least: 3 * DAY_S, most: 365 * DAY_S } },
};

export const uptime: Rule<'uptime'> = {
  thresholds: [UPTIME],
  remedies: [
    powershell(RESTART_PC, 'shutdown.exe /r /t 60', UPTIME, PC_RESTARTS),
    shell(RESTART_PC, 'shutdown -r +1', UPTIME, PC_RESTARTS),
  ],
  judge({ uptime_secs }, _now, grade) {
    const seconds = asNumber(uptime_secs);
    if (seconds === undefined) return undefined;
    const status = grade(seconds, UPTIME);
    const span = duration(seconds);
    return { status, reason: status === 'ok' ? `Up for ${span}` : `Not restarted for ${span}` };
  },
};
