import { throughTool, type Help } from '../remedy.js';
import type { Rule } from '../rule.js';
import type { Threshold } from '../threshold.js';
import { asNumber } from '../untrusted.js';
import { count } from '../wording.js';

const AVAILABLE: Threshold = {
  field: 'available',
  measure: 'count',
  unit: 'count',
  warn: { from: 1 },
  movable: { warn: { least: 1, most: 200 } },
};

const UPDATE: Help = {
  title: 'Update apps',
  when: 'When apps have updates: newer versions have fewer security holes. It shows which apps first.',
};

/** The count decides, and the length of the list where there is no count. */
export const appUpdates: Rule<'app_updates'> = {
  thresholds: [AVAILABLE],
  remedies: throughTool(UPDATE, { tool: 'winget_update', single: 'id' }, AVAILABLE, {
    ...{ costs: 'an open app may be closed', internet: true },
  }),
  judge({ available, packages }, _now, grade) {
    const waiting = asNumber(available) ?? (Array.isArray(packages) ? packages.length : 0);
    const status = grade(waiting, AVAILABLE);
    if (status === 'ok') return undefined;
    return { status, reason: `${count(waiting, 'app')} can be updated` };
  },
};
