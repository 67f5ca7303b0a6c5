import { AGENT_ID_PATTERN, API_PATHS, NOBODY_META } from '@kenny/contract';
import type { Dashboard } from './dashboard-files.js';

const AGENT_ID = new RegExp(AGENT_ID_PATTERN);
const LOGIN = 'login';

export interface AskedPage extends Pick<Dashboard, 'needs'> {
  readonly path: string;
  readonly asker: Asker;
}

/**
 * `known`: the request carries credentials, valid or not. `unknown`: a link on another site led
 * here, so that the browser sends no strict cookie.
 */
export type Asker = 'known' | 'nobody' | 'unknown';

/**
 * Preload links for what the page at this address will request, so that the browser requests all of
 * it at once (ADR 38). Without a login the page is told so instead, and requests nothing.
 */
export function headOf({ needs, path, asker }: AskedPage): string {
  const parts = path.split('/').filter(Boolean);
  const route = [...needs.keys()].find((one) => leadsTo(one.split('/'), parts));
  const scripts = (route === undefined ? undefined : needs.get(route)) ?? [];
  return [
    // After what the first paint needs.
    ...scripts.map((file) => `<link rel="modulepreload" href="${file}" fetchpriority="low">`),
    ...(asker === 'known' ? questionsOf(parts).map(asked) : []),
    ...(asker === 'nobody' ? [`<meta name="${NOBODY_META}">`] : []),
  ].join('');
}

/** Matches an address against a route pattern, whose `:parts` match anything. */
function leadsTo(route: readonly string[], parts: readonly string[]): boolean {
  return (
    route.length === parts.length &&
    route.every((part, index) => part.startsWith(':') || part === parts[index])
  );
}

function asked(question: string): string {
  return `<link rel="preload" as="fetch" href="${question}" crossorigin="anonymous">`;
}

/** Preloaded with the cookie of whoever opens the page. */
function questionsOf([page, id, ...rest]: readonly string[]): string[] {
  if (page === LOGIN) return [];
  const ofPc =
    page === 'fleet' && id !== undefined && rest.length === 0 && AGENT_ID.test(id)
      ? [API_PATHS.agent(id), API_PATHS.agentSnapshot(id), API_PATHS.agentForecast(id)]
      : [];
  return [API_PATHS.me, ...ofPc, ...(ofPc.length > 0 ? [API_PATHS.catalog] : [])];
}
