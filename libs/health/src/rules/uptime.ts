import type { Rule } from '../rule.js';
import { grade, type Threshold } from '../threshold.js';
import { asNumber } from '../untrusted.js';
import { duration } from '../wording.js';

const UPTIME: Threshold = { field: 'uptime_secs', unit: 's', warn: { from: 30 * 86_400 } };

export const uptime: Rule<'uptime'> = {
  thresholds: [UPTIME],
  remedies: [
    {
      title: 'Restart in one minute',
      os: 'windows',
      tool: 'powershell_exec',
      args: { script: 'shutdown.exe /r /t 60' },
      field: UPTIME.field,
    },
    {
      title: 'Restart in one minute',
      os: 'linux',
      tool: 'shell_exec',
      args: { command: 'shutdown -r +1' },
      field: UPTIME.field,
    },
  ],
  judge({ uptime_secs }) {
    const seconds = asNumber(uptime_secs);
    if (seconds === undefined) return undefined;
    const status = grade(seconds, UPTIME);
    const span = duration(seconds);
    return { status, reason: status === 'ok' ? `Up for ${span}` : `Not restarted for ${span}` };
  },
};
