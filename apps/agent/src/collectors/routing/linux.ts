import type { Route } from '@kenny/contract/agent';
import { endianness } from 'node:os';
import { type Collector, reading } from '../collector.js';
import { count } from '../words.js';

const ROUTE_UP = 0x1;
const ROUTE_REJECT = 0x200;
const ROUTE_CACHED = 0x0100_0000;
/** An address of this PC itself: the kernel keeps these in the same IPv6 list. */
const ROUTE_LOCAL = 0x8000_0000;

const MAX_ROUTES = 1_000;
/** A router may hold a full table; the rest is not read. */
const TABLE_BYTES = 1024 * 1024;

export const DEFAULT_DESTINATIONS = ['0.0.0.0/0', '::/0'] as const;

export const routing: Collector<'routing'> = async ({ files }) => {
  const v4 = parseRoutes(await files.read('/proc/net/route', TABLE_BYTES));
  // A kernel without IPv6 has no such file.
  const v6 = parseIpv6Routes((await files.readIfThere('/proc/net/ipv6_route', TABLE_BYTES)) ?? '');
  const all = [...v4, ...v6];
  const main = defaultRoute(all);
  return reading<'routing'>(
    `${main ? `default route by ${main.interface}` : 'no default route'}, ${count(all.length, 'route')}`,
    {
      routes: [...(main ? [main] : []), ...all.filter((route) => route !== main)].slice(
        0,
        MAX_ROUTES,
      ),
      default_interface: main?.interface ?? null,
    },
  );
};

/** IPv4 before IPv6, then the lowest metric. */
export function defaultRoute(routes: readonly Route[]): Route | undefined {
  for (const destination of DEFAULT_DESTINATIONS) {
    const found = routes
      .filter((route) => route.destination === destination)
      .sort((a, b) => (a.metric ?? 0) - (b.metric ?? 0));
    if (found[0]) return found[0];
  }
  return undefined;
}

/** /proc/net/route: `eth0 00000000 010200C0 0003 0 0 0 00000000 …`; addresses in host byte order. */
export function parseRoutes(text: string, order: 'LE' | 'BE' = endianness()): Route[] {
  return text.split('\n').flatMap((line) => {
    const [device, destination, gateway, flags, , , metric, mask] = line.trim().split(/\s+/);
    const to = ipv4(destination, order);
    const via = ipv4(gateway, order);
    const bits = maskBits(ipv4(mask, order));
    const set = hex(flags);
    if (!device || !to || !via || bits === undefined || set === undefined) return [];
    if (!(set & ROUTE_UP) || set & ROUTE_REJECT) return [];
    return [
      {
        destination: `${to}/${bits}`,
        next_hop: via === '0.0.0.0' ? null : via,
        interface: device.slice(0, 256),
        metric: wholeOrNull(metric),
      },
    ];
  });
}

/** /proc/net/ipv6_route: destination, prefix, source, prefix, next hop, metric, …, flags, device. */
export function parseIpv6Routes(text: string): Route[] {
  return text.split('\n').flatMap((line) => {
    const [destination, prefix, , , gateway, metric, , , flags, device] = line.trim().split(/\s+/);
    const to = ipv6(destination);
    const via = ipv6(gateway);
    const bits = hex(prefix);
    const set = hex(flags);
    if (!device || !to || !via || bits === undefined || bits > 128 || set === undefined) return [];
    const bookkeeping = (set & (ROUTE_LOCAL | ROUTE_REJECT | ROUTE_CACHED)) !== 0;
    if (!(set & ROUTE_UP) || bookkeeping || device === 'lo' || to.startsWith('ff00:')) return [];
    return [
      {
        destination: `${to}/${bits}`,
        next_hop: via === '::' ? null : via,
        interface: device.slice(0, 256),
        metric: hex(metric) ?? null,
      },
    ];
  });
}

function hex(text: string | undefined): number | undefined {
  return text !== undefined && /^[0-9a-f]{1,8}$/i.test(text) ? parseInt(text, 16) : undefined;
}

function wholeOrNull(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,10}$/.test(text) ? Number(text) : null;
}

function ipv4(text: string | undefined, order: 'LE' | 'BE'): string | undefined {
  if (text === undefined || !/^[0-9A-F]{8}$/i.test(text)) return undefined;
  const bytes = Buffer.from(text, 'hex');
  return (order === 'LE' ? bytes.reverse() : bytes).join('.');
}

/** Length of the prefix, or undefined for a mask with holes. */
function maskBits(mask: string | undefined): number | undefined {
  if (mask === undefined) return undefined;
  const bits = mask
    .split('.')
    .map((byte) => Number(byte).toString(2).padStart(8, '0'))
    .join('');
  const [ones = ''] = /^1*/.exec(bits) ?? [];
  return bits.slice(ones.length).includes('1') ? undefined : ones.length;
}

/** 32 hex digits → the short form of RFC 5952. */
function ipv6(text: string | undefined): string | undefined {
  if (text === undefined || !/^[0-9a-f]{32}$/i.test(text)) return undefined;
  const groups = (text.match(/.{4}/g) ?? []).map((group) => parseInt(group, 16).toString(16));
  const runs = [...groups.join(':').matchAll(/(?:^|(?<=:))0(?::0)+(?=:|$)/g)];
  const longest = runs.sort((a, b) => b[0].length - a[0].length)[0];
  if (!longest) return groups.join(':');
  const all = groups.join(':');
  const before = all.slice(0, longest.index).replace(/:$/, '');
  const after = all.slice(longest.index + longest[0].length).replace(/^:/, '');
  return `${before}::${after}`;
}
