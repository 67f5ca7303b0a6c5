import { ALLOWED, blocked, type Verdict } from '../verdict.js';

const RELEASE_HOSTS = new Set(['github.com', 'objects.githubusercontent.com']);
const RELEASE_DOMAIN = '.githubusercontent.com';
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
const RULE = 'update_host';

/**
 * From where an update may come (seed 001): the configured server and GitHub's release hosts, over
 * https, without credentials in the address. http only from a server on this very machine.
 * @param serverHost `host[:port]` of the configured server
 */
export function judgeUpdateUrl(url: string, serverHost: string | undefined): Verdict {
  // eslint-disable-next-line no-control-regex -- the URL parser would drop these silently
  if (/[\u0000-\u0020\\]/.test(url)) return blocked(RULE, 'the address is not well-formed');
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed) return blocked(RULE, 'the address cannot be read');
  if (parsed.username !== '' || parsed.password !== '') {
    return blocked(RULE, 'the address carries credentials');
  }
  const own = serverHost === undefined ? undefined : hostName(serverHost);
  const name = parsed.hostname.toLowerCase().replace(/\.$/, '');
  const known = name === own || RELEASE_HOSTS.has(name) || name.endsWith(RELEASE_DOMAIN);
  if (!known) return blocked(RULE, `updates do not come from ${name.slice(0, 100)}`);
  if (parsed.protocol === 'https:') return ALLOWED;
  const local = parsed.protocol === 'http:' && name === own && LOOPBACK.has(name);
  return local ? ALLOWED : blocked(RULE, 'updates come over https only');
}

function hostName(host: string): string | undefined {
  return URL.canParse(`http://${host}`)
    ? new URL(`http://${host}`).hostname.toLowerCase()
    : undefined;
}
