import { AGENT_SOCKET_PATH } from '@kenny/contract/agent';

/** The server's addresses: the tunnel's socket, and the base of its HTTP routes (enrolment). */
export interface ServerAddress {
  /** `wss://host[:port][/prefix]/agent/ws`. */
  socket: string;
  /** `https://host[:port][/prefix]`, without a trailing slash. */
  http: string;
  /** True when the connection is not encrypted. */
  plain: boolean;
  /** True when the server is on this PC. */
  loopback: boolean;
}

const SCHEMES: Readonly<Record<string, { socket: string; http: string; plain: boolean }>> = {
  'https:': { socket: 'wss:', http: 'https:', plain: false },
  'wss:': { socket: 'wss:', http: 'https:', plain: false },
  'http:': { socket: 'ws:', http: 'http:', plain: true },
  'ws:': { socket: 'ws:', http: 'http:', plain: true },
};

/** `https://host[:port]` or the full `wss://…/agent/ws` (design §9), or what is wrong with it. */
export function parseServerAddress(text: string): ServerAddress | { problem: string } {
  if (!URL.canParse(text)) return { problem: `is not an address; write ${EXAMPLE}` };
  const url = new URL(text);
  const scheme = SCHEMES[url.protocol];
  if (!scheme) return { problem: `must begin with https:// or wss://; write ${EXAMPLE}` };
  if (url.username || url.password || url.search || url.hash) {
    return { problem: 'must hold no user name, password, ? or #' };
  }
  const prefix = prefixOf(url);
  if (prefix === undefined) {
    return { problem: `must be a bare host, or end in ${AGENT_SOCKET_PATH}; write ${EXAMPLE}` };
  }
  const rest = `//${url.host}${prefix}`;
  return {
    socket: `${scheme.socket}${rest}${AGENT_SOCKET_PATH}`,
    http: `${scheme.http}${rest}`,
    plain: scheme.plain,
    loopback: isLoopback(url.hostname),
  };
}

const EXAMPLE = 'https://kenny.example or wss://kenny.example/agent/ws';

/** The path before AGENT_SOCKET_PATH; a bare host has none. */
function prefixOf(url: URL): string | undefined {
  const socket = url.protocol === 'ws:' || url.protocol === 'wss:';
  if (!socket) return url.pathname === '/' ? '' : undefined;
  if (!url.pathname.endsWith(AGENT_SOCKET_PATH)) return undefined;
  return url.pathname.slice(0, -AGENT_SOCKET_PATH.length);
}

function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(\.\d{1,3}){3}$/.test(hostname)
  );
}
