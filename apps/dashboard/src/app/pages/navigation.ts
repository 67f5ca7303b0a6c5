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
  /** What else people call what is there: the palette finds it by these words. */
  readonly also?: string;
  /** The least scope for which the page has content. */
  readonly least?: 'operator';
}

export interface SettingsItem {
  readonly path: string;
  readonly name: string;
  readonly least?: 'operator' | 'admin';
  /** As of a page of the rail. */
  readonly also?: string;
}

/** The rail, in its order. */
export const NAVIGATION: readonly NavItem[] = [
  {
    ...{ path: '/today', name: 'Today', icon: 'today', letter: 't' },
    also: 'home start overview dashboard news problems',
  },
  {
    ...{ path: '/fleet', name: 'Fleet', icon: 'fleet', letter: 'f' },
    also: 'pcs computers laptops machines devices health',
  },
  {
    ...{ path: '/approvals', name: 'Approvals', icon: 'approvals', letter: 'a', least: 'operator' },
    also: 'approve deny allow confirm requests waiting changes decide',
  },
  {
    ...{ path: '/chat', name: 'Chat', icon: 'chat', letter: 'c', least: 'operator' },
    also: 'claude ask talk question conversations assistant',
  },
  {
    ...{ path: '/tasks', name: 'Tasks', icon: 'tasks', letter: 'k' },
    also: 'ai agents jobs work claude codex gemini',
  },
  {
    ...{ path: '/audit', name: 'Audit log', icon: 'audit', letter: 'l' },
    also: 'history activity events journal',
  },
  {
    ...{ path: '/policy', name: 'Policy', icon: 'policy', letter: 'p' },
    also: 'rules safety check blocked refused forbidden guard try',
  },
  {
    ...{ path: '/settings', name: 'Settings', icon: 'settings', letter: 's' },
    also: 'options preferences configuration setup',
  },
  {
    ...{ path: '/guides', name: 'Help', icon: 'help', letter: 'h' },
    also: 'guides manual documentation docs how to support questions',
  },
];

/** The pages of the settings, in the order of their list. */
export const SETTINGS: readonly SettingsItem[] = [
  {
    ...{ path: '/settings/pcs', name: 'PCs', least: 'admin' },
    also: 'computers laptops machines devices rename remove tags owner',
  },
  {
    ...{ path: '/settings/people', name: 'People and access', least: 'admin' },
    also: 'invite invitation users accounts family tokens permissions rights revoke logins password',
  },
  {
    ...{ path: '/settings/connections', name: 'Connections', least: 'operator' },
    also: 'claude code desktop mcp clients connect tokens',
  },
  {
    ...{ path: '/settings/releases', name: 'kenny updates', least: 'admin' },
    also: 'agent releases upgrade newer version check publish',
  },
  {
    ...{ path: '/settings/alerts', name: 'Alerts', least: 'operator' },
    also: 'notifications notify phone mail email push ntfy quiet hours weekly report channels',
  },
  {
    ...{ path: '/settings/server', name: 'Server' },
    also: 'api key anthropic chat key version address fingerprint database installers',
  },
  {
    ...{ path: '/settings/devices', name: 'Phone and other devices' },
    also: 'reach tailscale qr code address remote internet mobile laptop elsewhere away from home',
  },
  {
    ...{ path: '/settings/backups', name: 'Backups', least: 'admin' },
    also: 'backup restore copy download back up now disk s3',
  },
  {
    ...{ path: '/settings/me', name: 'Me' },
    also: 'account profile logins appearance clock language dates shortcuts memories',
  },
];

/** Where the chat's API key is stored: the field itself. */
export const CHAT_KEY_FIELD = { path: '/settings/server', fragment: 'chat-key' } as const;

/** Where the link for remote help is set: the field itself. */
export const HELP_LINK_FIELD = { path: '/settings/pcs', fragment: 'help-link' } as const;

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
