import type { AntivirusProduct } from '@kenny/contract/agent';
import type { Rule } from '../rule.js';
import { grade, type Threshold } from '../threshold.js';
import { asEntries } from '../untrusted.js';
import { listing, plain } from '../wording.js';

const UP_TO_DATE: Threshold = { field: 'products[].up_to_date', warn: { oneOf: [false] } };

export const avThirdparty: Rule<'av_thirdparty'> = {
  thresholds: [UP_TO_DATE],
  judge(payload) {
    const products = asEntries<AntivirusProduct>(payload.products) ?? [];
    const stale = products.filter(({ up_to_date }) => grade(up_to_date, UP_TO_DATE) !== 'ok');
    if (stale.length > 0) return { status: 'warn', reason: `Out of date: ${namesOf(stale)}` };
    const fresh = products.filter(({ up_to_date }) => up_to_date === true);
    if (fresh.length === 0) return undefined;
    return { status: 'ok', reason: `Up to date: ${namesOf(fresh)}` };
  },
};

function namesOf(products: readonly { name?: unknown }[]): string {
  return listing(products, ({ name }) => plain(name, 'a product'));
}
