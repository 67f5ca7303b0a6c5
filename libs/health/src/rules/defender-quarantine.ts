import type { QuarantinedItem } from '@kenny/contract/agent';
import type { Rule } from '../rule.js';
import { grade, type Threshold } from '../threshold.js';
import { asEntries } from '../untrusted.js';
import { count, listing, plain } from '../wording.js';

const ITEMS: Threshold = { field: 'items', measure: 'count', unit: 'count', warn: { from: 1 } };

export const defenderQuarantine: Rule<'defender_quarantine'> = {
  thresholds: [ITEMS],
  judge(payload) {
    const items = asEntries<QuarantinedItem>(payload.items) ?? [];
    const status = grade(items.length, ITEMS);
    if (status === 'ok') return undefined;
    const names = listing(items, ({ name }) => plain(name, 'unnamed'));
    return { status, reason: `${count(items.length, 'item')} in quarantine: ${names}` };
  },
};
