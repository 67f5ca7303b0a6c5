import { UPDATE_HOSTS } from '../rules/update-host.js';
import { ALLOWED, blocked, type Verdict } from '../verdict.js';

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
const RULE = 'update_host';

/**
 * From where an update may come (seed 001): the server and GitHub's release hosts, over
 * https, without credentials in the address. http only from a server on this very machine. Composes
 * with, and does not replace, the check of the download's SHA-256.
 * @param serverHosts - `host[:port]` or addresses of the server: an agent has one, the server all
 */
export function judgeUpdateUrl(url: string, serverHosts: readonly string[]): Verdict {
  // Only what every parser reads alike: some drop control characters, some take `\` for `/`.
  if (!/^[\x21-\x5b\x5d-\x7e]+$/.test(url)) return blocked(RULE, 'the address is not well-formed');
  if (!URL.canParse(url)) return blocked(RULE, 'the address cannot be read');
  const { protocol, username, password, hostname, port } = new URL(url);
  if (username !== '' || password !== '') return blocked(RULE, 'the address carries credentials');
  const name = bare(hostname);
  const own = serverHosts.some((host) => hostName(host) === name);
  const released = port === '' && UPDATE_HOSTS.some((known) => isBelow(name, known));
  if (!own && !released) return blocked(RULE, `updates do not come from ${name.slice(0, 100)}`);
  const local = protocol === 'http:' && own && LOOPBACK.test(name);
  return protocol === 'https:' || local ? ALLOWED : blocked(RULE, 'updates come over https only');
}

const bare = (host: string) => host.toLowerCase().replace(/\.$/, '');

function hostName(host: string): string | undefined {
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(host) ? host : `https://${host}`;
  return URL.canParse(address) ? bare(new URL(address).hostname) : undefined;
}

const isBelow = (name: string, known: string) =>
  known.startsWith('.') ? name.endsWith(known) && name.length > known.length : name === known;
