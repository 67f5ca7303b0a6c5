import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isIP, type Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { bareHost, isLoopback, type AppConfig } from '../../config/index.js';
import { KennyError } from '../../kernel/index.js';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

type Where = Pick<AppConfig, 'publicUrl'>;

/**
 * Pages of other origins must not act through somebody's browser (design §4.1): a request must name
 * a Host that is ours, and a changing one that names an Origin exactly ours.
 * @throws KennyError `forbidden`
 */
export function refuseForeign(
  request: Pick<IncomingMessage, 'method' | 'headers'> & { readonly socket?: Socket | TLSSocket },
  where: Where,
  which: 'changing methods' | 'any method' = 'changing methods',
): void {
  if (which === 'changing methods' && SAFE_METHODS.has(request.method ?? '')) return;
  const { headers, socket } = request;
  const encrypted = socket !== undefined && 'encrypted' in socket;
  refuseForeignPage(headers, where, 'This request comes from a page of another origin.', encrypted);
}

/** @throws KennyError `forbidden`, with these words for a foreign Origin */
export function refuseForeignPage(
  { host, origin }: Pick<IncomingHttpHeaders, 'host' | 'origin'>,
  where: Where,
  words: string,
  encrypted = false,
): void {
  if (!isOwnHost(host, where)) {
    throw new KennyError(
      'forbidden',
      `This server does not answer to the host name "${String(host).slice(0, 100)}"; set KENNY_PUBLIC_URL.`,
    );
  }
  if (origin !== undefined && !isOwnOrigin(origin, host, where, encrypted)) {
    throw new KennyError('forbidden', words);
  }
}

/**
 * Our public name, localhost or a literal address: none of these can be pointed at us by foreign
 * DNS, which is how a foreign page would reach a server on a private network.
 */
function isOwnHost(host: string | undefined, { publicUrl }: Where): boolean {
  if (host === undefined) return false;
  const asked = host.toLowerCase();
  if (asked === parsed(publicUrl).host) return true;
  const name = hostName(asked);
  return name === 'localhost' || isIP(name) !== 0;
}

/** Exact, with scheme and port: the public origin, or that of the requested host. */
function isOwnOrigin(
  origin: string,
  host: string | undefined,
  { publicUrl }: Where,
  encrypted: boolean,
): boolean {
  const own = parsed(publicUrl);
  if (origin === own.origin) return true;
  if (host === undefined || !isOwnHost(host, { publicUrl })) return false;
  // On the server's own computer, also beside a public address: nobody is on the way.
  if (isLoopback(bareHost(hostName(host))) && !encrypted && origin === `http://${host}`)
    return true;
  // At the door for agents TLS is spoken, whatever the public address has.
  const scheme = encrypted ? 'https:' : own.protocol;
  return origin === `${scheme}//${host}`;
}

let last: { readonly text: string; readonly url: URL } | undefined;

/** A server has one public URL; parsing it for each request would cost several µs. */
function parsed(text: string): URL {
  if (last?.text !== text) last = { text, url: new URL(text) };
  return last.url;
}

function hostName(host: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(host);
  return bracketed?.[1] ?? host.replace(/:\d+$/, '');
}
