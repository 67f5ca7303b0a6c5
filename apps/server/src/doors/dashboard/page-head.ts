import { AGENT_ID_PATTERN, API_PATHS, NOBODY_META } from '@kenny/contract';
import type { Dashboard } from './dashboard-files.js';

const AGENT_ID = new RegExp(AGENT_ID_PATTERN);
const LOGIN = 'login';

export interface AskedPage extends Pick<Dashboard, 'needs'> {
  readonly path: string;
  readonly asker: Asker;
}

/**
 * `known`: the request came with what somebody logs in with; whether it is still good is another
 * question. `unknown`: a link on another site led here, and with that a browser sends no strict cookie.
 */
export type Asker = 'known' | 'nobody' | 'unknown';

/**
 * What the page at this address is going to ask for, as links in its head: the browser asks for all of
 * it at once, instead of finding out one answer after the other (ADR 38). Who is not logged in gets no 401s:
 * the page is told so, and asks nothing.
 */
export function headOf({ needs, path, asker }: AskedPage): string {
  const parts = path.split('/').filter(Boolean);
  const route = [...needs.keys()].find((one) => leadsTo(one.split('/'), parts));
  const scripts = (route === undefined ? undefined : needs.get(route)) ?? [];
  return [
    // Behind what the first paint needs.
    ...scripts.map((file) => `<link rel="modulepreload" href="${file}" fetchpriority="low">`),
    ...(asker === 'known' ? questionsOf(parts).map(asked) : []),
    ...(asker === 'nobody' ? [`<meta name="${NOBODY_META}">`] : []),
  ].join('');
}

/** A route is parts of an address, with a colon before those that stand for anything. */
function leadsTo(route: readonly string[], parts: readonly string[]): boolean {
  return (
    route.length === parts.length &&
    route.every((part, index) => part.startsWith(':') || part === parts[index])
  );
}

function asked(question: string): string {
  return `<link rel="preload" as="fetch" href="${question}" crossorigin="anonymous">`;
}

/** Asked with the cookie of whoever asks for the page. */
function questionsOf([page, id, ...rest]: readonly string[]): string[] {
  if (page === LOGIN) return [];
  const ofPc =
    page === 'fleet' && id !== undefined && rest.length === 0 && AGENT_ID.test(id)
      ? [API_PATHS.agent(id), API_PATHS.agentSnapshot(id), API_PATHS.agentForecast(id)]
      : [];
  return [API_PATHS.me, ...ofPc, ...(ofPc.length > 0 ? [API_PATHS.catalog] : [])];
}
