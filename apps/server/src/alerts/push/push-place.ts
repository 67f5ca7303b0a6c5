import { isIP } from 'node:net';

/** Where a browser's notifications go. */
export interface PushPlace {
  readonly host: string;
  /** Addresses beyond the public internet that it may lead to: those that are named themselves. */
  readonly allowed: readonly string[];
}

/**
 * Only push services that the configuration names: whoever is logged in could otherwise have the
 * server send to any address. Undefined for every other endpoint.
 */
export function pushPlace(endpoint: string, known: readonly string[]): PushPlace | undefined {
  if (!URL.canParse(endpoint)) return undefined;
  const { protocol, username, password, hostname, port, hash } = new URL(endpoint);
  if (protocol !== 'https:' || username !== '' || password !== '' || hash !== '') return undefined;
  const host = port === '' ? hostname : `${hostname}:${port}`;
  const isKnown = known.some((one) =>
    one.startsWith('*.') ? host.endsWith(one.slice(1)) : host === one,
  );
  if (!isKnown) return undefined;
  return { host, allowed: isIP(hostname) === 0 ? [] : [hostname] };
}
