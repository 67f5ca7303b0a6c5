import type { Route } from '@kenny/contract/agent';
import { reading } from '../collector.js';
import { countAt, textAt } from '../../platform/json.js';
import { count } from '../words.js';
import type { WindowsCollector } from '../windows-machine.js';
import { defaultRoute } from './linux.js';

const MAX_ROUTES = 1_000;
/** Loopback, multicast and broadcast: on every interface, and of no interest. */
const BOOKKEEPING = /^(?:127\.|255\.255\.255\.255\/)/;

/** IPv4 only; the IPv6 table is not read. */
export const routing: WindowsCollector<'routing'> = async (machine) => {
  const names = new Map(
    Object.entries(machine.addresses()).flatMap(([name, all = []]) =>
      all.map(({ address }) => [address, name] as const),
    ),
  );
  const answer = await machine.native('routes');
  const all = (Array.isArray(answer) ? answer : []).flatMap((one: unknown): Route[] => {
    const destination = textAt(one, 'destination');
    if (destination === undefined || BOOKKEEPING.test(destination)) return [];
    const address = textAt(one, 'address');
    return [
      {
        destination,
        next_hop: textAt(one, 'nextHop') ?? null,
        interface: (address === undefined ? undefined : (names.get(address) ?? address)) ?? null,
        metric: countAt(one, 'metric') ?? null,
      },
    ];
  });
  const main = defaultRoute(all);
  const by = main
    ? `default route by ${main.interface ?? 'an unknown interface'}`
    : 'no default route';
  const rest = all.filter((route) => route !== main);
  return reading<'routing'>(`${by}, ${count(all.length, 'route')}`, {
    routes: [...(main ? [main] : []), ...rest].slice(0, MAX_ROUTES),
    default_interface: main?.interface ?? null,
  });
};
