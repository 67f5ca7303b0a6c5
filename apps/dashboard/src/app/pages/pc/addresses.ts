import type { NetworkPayload, ReportedInterface } from '@kenny/contract/web';
import { isObject } from '@kenny/kernel';

/** Nobody reaches a PC by these: of itself, and of a cable without a network. */
const NO_USE = /^(127\.|169\.254\.|0\.0\.0\.0$|::1$|fe80:)/i;
const MOST = 2;

/** Where a PC is reached in its network, of whatever it sent; the short, usual ones first. */
export function addressesIn(network: unknown): string[] {
  const { interfaces }: Loose<NetworkPayload> = isObject(network) ? network : {};
  const found = (Array.isArray(interfaces) ? interfaces : []).filter(isObject).flatMap((one) => {
    const { ips }: Loose<ReportedInterface> = one;
    return Array.isArray(ips) ? ips.filter(isAddress) : [];
  });
  const [short, long] = [true, false].map((is) => found.filter((ip) => ip.includes('.') === is));
  return [...new Set([...(short ?? []), ...(long ?? [])])].slice(0, MOST);
}

type Loose<T> = { [K in keyof T]?: unknown };

function isAddress(ip: unknown): ip is string {
  return typeof ip === 'string' && /^[\da-f.:]{3,45}$/i.test(ip) && !NO_USE.test(ip);
}
