import { PC_RESTARTS, rebootReasonTitle } from '@kenny/contract/agent';
import { powershell, RESTART_PC, shell } from '../remedy.js';
import type { Rule } from '../rule.js';
import { grade, type Threshold } from '../threshold.js';
import { listing, plain } from '../wording.js';

const PENDING: Threshold = { field: 'pending', warn: { oneOf: [true] } };

/** Only `true` itself is pending (not 1, not "true"); never defers. */
export const rebootPending: Rule<'reboot_pending'> = {
  thresholds: [PENDING],
  remedies: [
    powershell(RESTART_PC, 'shutdown.exe /r /t 60', PENDING, PC_RESTARTS),
    shell(RESTART_PC, 'shutdown -r +1', PENDING, PC_RESTARTS),
  ],
  judge({ pending, reasons }) {
    if (grade(pending, PENDING) === 'warn') {
      const causes = (Array.isArray(reasons) ? reasons : []).filter(isText);
      const told = [...new Set(causes.map(rebootReasonTitle))];
      const why = told.length === 0 ? '' : `: ${listing(told, (cause) => plain(cause, '?'), 5)}`;
      return { status: 'warn', reason: `A restart is pending${why}` };
    }
    return {
      status: 'ok',
      reason: pending === false ? 'No restart is pending' : 'No pending restart is known',
    };
  },
};

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
