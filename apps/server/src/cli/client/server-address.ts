import { isIP } from 'node:net';
import { CliError } from '../errors.js';
import { settingOf, type Environment } from '../io.js';

export interface ServerAddress {
  /** `https://host[:port]`, without a slash at its end. */
  readonly origin: string;
  readonly tls: boolean;
  readonly loopback: boolean;
}

/** `--url`, else KENNY_URL, else this machine. @throws CliError */
export function serverAddress(
  { url: flag, insecure }: { url?: string | undefined; insecure: boolean },
  env: Environment,
): ServerAddress {
  const source = flag === undefined ? 'KENNY_URL' : '--url';
  const text = flag ?? settingOf(env, 'KENNY_URL');
  const address = parseAddress(text, source);
  if (!address.tls && !address.loopback && !insecure) {
    throw new CliError(
      'bad_args',
      `${source} ${address.origin} is not encrypted, and the token would travel with every request: ` +
        'use https://, or say --insecure if nobody else is on the way.',
    );
  }
  return address;
}

function parseAddress(text: string, source: string): ServerAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const scheme = url?.protocol;
  if (!url || (scheme !== 'http:' && scheme !== 'https:')) {
    throw new CliError('bad_args', `${source} must be an address like https://kenny.example.`);
  }
  if (url.username || url.password || url.pathname !== '/' || url.search || url.hash) {
    throw new CliError(
      'bad_args',
      `${source} must be a bare address like https://kenny.example:8000, without path, query or ` +
        'credentials.',
    );
  }
  return { origin: url.origin, tls: scheme === 'https:', loopback: isLoopback(url.hostname) };
}

/** A loopback address. */
function isLoopback(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) === 4) return host.startsWith('127.');
  if (isIP(host) === 6) return host === '::1';
  return host === 'localhost' || host.endsWith('.localhost');
}
