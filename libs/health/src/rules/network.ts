import type { ReportedInterface } from '@kenny/contract/agent';
import type { Rule } from '../rule.js';
import { grade, type Threshold } from '../threshold.js';
import { asEntries } from '../untrusted.js';
import { count } from '../wording.js';

const INTERFACES: Threshold = {
  field: 'interfaces',
  measure: 'count',
  unit: 'count',
  warn: { under: 1 },
};

/** Here the empty list is the finding: a PC that reports always has an interface. */
export const network: Rule<'network'> = {
  thresholds: [INTERFACES],
  judge(payload) {
    const interfaces = asEntries<ReportedInterface>(payload.interfaces);
    if (!interfaces) return undefined;
    const status = grade(interfaces.length, INTERFACES);
    if (status !== 'ok') return { status, reason: 'No network interface was found' };
    // The check's title stands before it.
    return { status, reason: count(interfaces.length, 'interface') };
  },
};
