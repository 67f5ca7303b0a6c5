import { inject } from '@angular/core';
import type { CanMatchFn } from '@angular/router';
import { Session } from '../core/session/session';
import type { IconName } from '../ui/icons';

export interface NavItem {
  readonly path: string;
  readonly name: string;
  readonly icon: IconName;
  /** After `g`, it opens the page. */
  readonly letter: string;
  /** The least scope for which the page has content. */
  readonly least?: 'operator';
}

export interface SettingsItem {
  readonly path: string;
  readonly name: string;
  readonly least?: 'operator' | 'admin';
}

/** The rail, in its order. */
export const NAVIGATION: readonly NavItem[] = [
  { path: '/today', name: 'Today', icon: 'today', letter: 't' },
  { path: '/fleet', name: 'Fleet', icon: 'fleet', letter: 'f' },
  { path: '/approvals', name: 'Approvals', icon: 'approvals', letter: 'a', least: 'operator' },
  { path: '/chat', name: 'Chat', icon: 'chat', letter: 'c', least: 'operator' },
  { path: '/tasks', name: 'Tasks', icon: 'tasks', letter: 'k' },
  { path: '/audit', name: 'Audit log', icon: 'audit', letter: 'l' },
  { path: '/policy', name: 'Policy', icon: 'policy', letter: 'p' },
  { path: '/settings', name: 'Settings', icon: 'settings', letter: 's' },
];

/** The pages of the settings, in the order of their list. */
export const SETTINGS: readonly SettingsItem[] = [
  { path: '/settings/pcs', name: 'PCs', least: 'admin' },
  { path: '/settings/people', name: 'People and access', least: 'admin' },
  { path: '/settings/connections', name: 'Connections', least: 'operator' },
  { path: '/settings/releases', name: 'Agent releases', least: 'admin' },
  { path: '/settings/alerts', name: 'Alerts', least: 'operator' },
  { path: '/settings/server', name: 'Server' },
  { path: '/settings/me', name: 'Me' },
];

/** Matches pages for which the user's scope is too low. */
export const outOfReach: CanMatchFn = (_route, [first, second]) => {
  const session = inject(Session);
  const asked = [`/${first?.path}`, `/${first?.path}/${second?.path}`];
  const item = [...NAVIGATION, ...SETTINGS].find(
    ({ path, least }) => least !== undefined && asked.includes(path),
  );
  return item?.least !== undefined && !session.reaches(item.least);
};

/** The settings that the user's scope reaches. */
export function settingsFor(session: Session): SettingsItem[] {
  return SETTINGS.filter(({ least }) => least === undefined || session.reaches(least));
}

/** The entries that the user's scope reaches. */
export function navigationFor(session: Session): NavItem[] {
  return NAVIGATION.filter(({ least }) => least === undefined || session.reaches(least));
}
