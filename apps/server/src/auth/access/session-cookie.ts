import type { AppConfig } from '../../config/index.js';
import { bareHost, isLoopback } from '../../config/index.js';

/** How the browser's session cookie is named and set (design §4.1). */
export interface SessionCookie {
  readonly name: string;
  readonly secure: boolean;
}

const NAME = 'kenny';

/**
 * `__Host-kenny` with Secure: a browser takes that name only over TLS, from this very host and for
 * all paths, so that no neighbour can plant one. A browser drops it over plain http, therefore on
 * plain loopback and under KENNY_INSECURE_HTTP another name without Secure; the port is in it
 * because cookies of one host are shared by all its ports.
 */
export function sessionCookie(
  config: Pick<AppConfig, 'publicUrl' | 'insecureHttp'>,
): SessionCookie {
  const { protocol, hostname, port } = new URL(config.publicUrl);
  const plain = protocol === 'http:' && (config.insecureHttp || isLoopback(bareHost(hostname)));
  return plain
    ? { name: `${NAME}-${port || '80'}`, secure: false }
    : { name: `__Host-${NAME}`, secure: true };
}

/** The `Set-Cookie` header that plants the cookie; an empty value with `maxAgeS` 0 removes it. */
export function setCookieHeader(
  { name, secure }: SessionCookie,
  value: string,
  maxAgeS: number,
): string {
  const parts = [`${name}=${value}`, 'Path=/', 'HttpOnly', 'SameSite=Strict'];
  return [...parts, ...(secure ? ['Secure'] : []), `Max-Age=${maxAgeS}`].join('; ');
}

/**
 * The cookie's value in a `Cookie` header. Two different ones under one name mean that somebody
 * else planted one: neither counts.
 */
export function readCookie(header: string | undefined, { name }: SessionCookie): string | null {
  const values = new Set(
    (header ?? '')
      .split(';')
      .map((pair) => pair.trim())
      .filter((pair) => pair.startsWith(`${name}=`))
      .map((pair) => pair.slice(name.length + 1)),
  );
  const [value] = values;
  return values.size === 1 && value ? value : null;
}
