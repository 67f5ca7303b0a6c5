import type { SessionView } from '@kenny/contract/web';
import { browserWords } from '../../core/session/browser-words';
import { ownFirst } from '../../core/session/login-end';

/** Logins that look alike: one line stands for all of them. */
export interface LoginKind {
  /** Of the first of them. */
  readonly id: string;
  readonly browser: string;
  readonly logins: readonly [SessionView, ...SessionView[]];
}

/** A person, and where they are logged in. */
export interface PersonLogins {
  readonly operator: SessionView['operator'];
  readonly count: number;
  /** The browser that the reader uses is among them. */
  readonly hasThis: boolean;
  readonly kinds: readonly LoginKind[];
}

/** The reader's own browser comes first, and is alike with none. */
export function loginsOf(sessions: readonly SessionView[]): PersonLogins[] {
  return grouped(ownFirst(sessions), ({ operator }) => operator.id).flatMap((theirs) => {
    const [first] = theirs;
    if (!first) return [];
    const hasThis = theirs.some(({ current }) => current);
    return [{ operator: first.operator, count: theirs.length, hasThis, kinds: kindsOf(theirs) }];
  });
}

/** In one line what looks alike; the reader's own browser is alike with none. */
export function kindsOf(sessions: readonly SessionView[]): LoginKind[] {
  const alike = grouped(sessions, ({ token, user_agent, stays, current }) =>
    JSON.stringify([token.id, browserWords(user_agent), stays, current]),
  );
  return alike.flatMap(([first, ...rest]) =>
    first
      ? [{ id: first.id, browser: browserWords(first.user_agent), logins: [first, ...rest] }]
      : [],
  );
}

/** In the order of the first of each. */
function grouped<T>(items: readonly T[], keyOf: (item: T) => string): T[][] {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return [...groups.values()];
}
