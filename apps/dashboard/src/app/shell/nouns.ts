import type { Session } from '../core/session/session';
import type { IconName } from '../pieces/icons';

export interface Noun {
  readonly path: string;
  readonly name: string;
  readonly icon: IconName;
  /** With less the page has nothing to show. */
  readonly least?: 'operator';
}

/** The rail, in its order. */
export const NOUNS: readonly Noun[] = [
  { path: '/today', name: 'Today', icon: 'today' },
  { path: '/fleet', name: 'Fleet', icon: 'fleet' },
  { path: '/approvals', name: 'Approvals', icon: 'approvals', least: 'operator' },
  { path: '/chat', name: 'Chat', icon: 'chat', least: 'operator' },
  { path: '/tasks', name: 'Tasks', icon: 'tasks' },
  { path: '/record', name: 'Record', icon: 'record' },
  { path: '/policy', name: 'Policy', icon: 'policy' },
  { path: '/settings', name: 'Settings', icon: 'settings' },
];

/** Those that are of use to who works here. */
export function nounsFor(session: Session): Noun[] {
  return NOUNS.filter(({ least }) => least === undefined || session.reaches(least));
}
