import { UPDATE_RESULT, type InstalledUpdate } from '@kenny/contract/agent';
import { powershell, type Help } from '../remedy.js';
import type { Rule } from '../rule.js';
import { grade, type Threshold } from '../threshold.js';
import { asEntries } from '../untrusted.js';
import { count, plain } from '../wording.js';

const RESULT: Threshold = {
  field: 'recent[].result',
  warn: { oneOf: [UPDATE_RESULT.failed] },
};

const CLEAR_CACHE =
  'Stop-Service wuauserv, bits -Force; ' +
  'Remove-Item "$env:SystemRoot\\SoftwareDistribution\\Download\\*" -Recurse -Force; ' +
  'Start-Service bits, wuauserv';

const RESET: Help = {
  title: 'Reset Windows Update',
  when: 'When updates fail again and again: Windows throws away what it has downloaded, and begins afresh.',
};

/** Never defers: without a history there is no failed update, which is no reason to warn. */
export const winUpdate: Rule<'win_update'> = {
  thresholds: [RESULT],
  remedies: [
    powershell(RESET, CLEAR_CACHE, RESULT, {
      timeout_s: 300,
      deletes: 'downloaded updates: Windows downloads them again',
    }),
  ],
  judge({ recent }) {
    const known = asEntries<InstalledUpdate>(recent) ?? [];
    const failed = known.filter(({ result }) => grade(result, RESULT) === 'warn');
    if (failed.length === 0) {
      const seen = known.length === 0 ? 'No failed update is known' : 'No recent update failed';
      return { status: 'ok', reason: seen };
    }
    const title = plain(failed[0]?.title, plain(failed[0]?.kb, 'an unnamed update'));
    return { status: 'warn', reason: `${count(failed.length, 'update')} failed: ${title}` };
  },
};
