import type { IconName } from '../pieces/icons';

export interface Noun {
  readonly path: string;
  readonly name: string;
  readonly icon: IconName;
}

/** The rail, in its order. */
export const NOUNS: readonly Noun[] = [
  { path: '/today', name: 'Today', icon: 'today' },
  { path: '/fleet', name: 'Fleet', icon: 'fleet' },
  { path: '/approvals', name: 'Approvals', icon: 'approvals' },
  { path: '/chat', name: 'Chat', icon: 'chat' },
  { path: '/tasks', name: 'Tasks', icon: 'tasks' },
  { path: '/record', name: 'Record', icon: 'record' },
  { path: '/policy', name: 'Policy', icon: 'policy' },
  { path: '/settings', name: 'Settings', icon: 'settings' },
];
