import type { Route } from '@kenny/contract/agent';
import type { Rule } from '../rule.js';
import { grade, type Threshold } from '../threshold.js';
import { asEntries, type Untrusted } from '../untrusted.js';
import { plain } from '../wording.js';

const DEFAULT_ROUTES: Threshold = {
  field: 'default_interface',
  measure: 'count',
  unit: 'count',
  warn: { under: 1 },
};
const ANYWHERE = ['0.0.0.0/0', '0.0.0.0', '::/0', 'default'];

/** No way to the internet. Agents that know only the default interface send no routes. */
export const routing: Rule<'routing'> = {
  thresholds: [DEFAULT_ROUTES],
  judge({ routes, default_interface }) {
    const known = asEntries<Route>(routes);
    if (!known && default_interface === undefined) return undefined;
    const named = plain(default_interface, '');
    const defaults = (known ?? []).filter(leadsAnywhere);
    const status = grade(defaults.length + (named === '' ? 0 : 1), DEFAULT_ROUTES);
    if (status !== 'ok') return { status, reason: 'There is no default route' };
    const through = named || plain(defaults[0]?.interface, 'an unnamed interface');
    return { status, reason: `The default route goes through ${through}` };
  },
};

function leadsAnywhere({ destination }: Untrusted<Route>): boolean {
  return typeof destination === 'string' && ANYWHERE.includes(destination);
}
