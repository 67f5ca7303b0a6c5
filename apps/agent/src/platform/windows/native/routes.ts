import type { NativeLibrary } from './library.js';
import { filledBlock, ipv4At } from './memory-layout.js';

export interface NativeRoute {
  /** `192.168.1.0/24` */
  destination: string;
  /** Null: on the interface itself. */
  nextHop: string | null;
  /** Address of the interface, by which Node knows its name; null when it has none. */
  address: string | null;
  metric: number;
}

/** MIB_IPFORWARDROW and MIB_IPADDRROW. */
const ROUTE = {
  size: 56,
  destination: 0,
  mask: 4,
  nextHop: 12,
  interface: 16,
  metric: 36,
} as const;
const ADDRESS = { size: 24, address: 0, interface: 4 } as const;
const HEADER = 4;

/** The IPv4 routes. */
export function readNativeRoutes(library: NativeLibrary): NativeRoute[] {
  const api = library.load('iphlpapi.dll');
  const table = (name: string): Buffer => {
    const ask = api.func(`uint32_t __stdcall ${name}(void *table, void *size, int sorted)`);
    const block = filledBlock(library, (buffer, size, needed) => {
      needed.writeUInt32LE(size, 0);
      return ask(buffer, needed, 0) === 0;
    });
    if (!block) throw new Error(`Windows does not show its routes (${name})`);
    return block.bytes;
  };
  return parseRoutes(table('GetIpForwardTable'), parseAddresses(table('GetIpAddrTable')));
}

/** Interface number → its first address. */
export function parseAddresses(table: Buffer): Map<number, string> {
  const found = new Map<number, string>();
  for (const at of rowsOf(table, ADDRESS.size)) {
    const index = table.readUInt32LE(at + ADDRESS.interface);
    const address = ipv4At(table, at + ADDRESS.address);
    if (address !== '0.0.0.0' && !found.has(index)) found.set(index, address);
  }
  return found;
}

export function parseRoutes(table: Buffer, addresses: ReadonlyMap<number, string>): NativeRoute[] {
  return rowsOf(table, ROUTE.size).flatMap((at) => {
    const bits = maskBits(table.readUInt32BE(at + ROUTE.mask));
    if (bits === undefined) return [];
    const address = addresses.get(table.readUInt32LE(at + ROUTE.interface)) ?? null;
    const nextHop = ipv4At(table, at + ROUTE.nextHop);
    const onLink = nextHop === '0.0.0.0' || nextHop === address;
    return [
      {
        destination: `${ipv4At(table, at + ROUTE.destination)}/${bits}`,
        nextHop: onLink ? null : nextHop,
        address,
        metric: table.readUInt32LE(at + ROUTE.metric),
      },
    ];
  });
}

function rowsOf(table: Buffer, size: number): number[] {
  const count = Math.min(table.readUInt32LE(0), Math.floor((table.length - HEADER) / size));
  return Array.from({ length: count }, (_, index) => HEADER + index * size);
}

/** Undefined for a mask with holes. */
export function maskBits(mask: number): number | undefined {
  const bits = Math.clz32(~mask >>> 0);
  return mask === (bits === 0 ? 0 : (-1 << (32 - bits)) >>> 0) ? bits : undefined;
}
