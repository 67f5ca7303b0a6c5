import { computed, DestroyRef, inject, Injector, type Signal } from '@angular/core';
import { Router } from '@angular/router';
import { CommandRegistry, type Command } from '../core/commands/command-registry';
import { Session } from '../core/session/session';
import { Theme, THEME_WORDS, THEMES } from '../core/theme/theme';
import { chatCommands } from '../pages/chat/commands';
import { guideCommands } from '../pages/guide/commands';
import { navigationFor, settingsFor } from '../pages/navigation';
import { pcCommands } from '../pages/pc/commands';
import { taskCommands } from '../pages/tasks/commands';
import { openKeys } from './keys-dialog';

/** Every page by name, and what is done on none of them. */
function pageCommands(session: Session, router: Router): Signal<readonly Command[]> {
  const page = (path: string, name: string, kind: string, also = ''): Command => ({
    ...{ id: `page:${path}`, name, kind, also },
    run: () => void router.navigateByUrl(path),
  });
  return computed(() => [
    ...navigationFor(session).map(({ path, name, also }) => page(path, name, 'Page', also)),
    ...settingsFor(session).map(({ path, name, also }) => page(path, name, 'Settings', also)),
    ...(session.reaches('operator')
      ? [page('/tasks/new', 'New task', 'Command', 'create start job agent')]
      : []),
    ...(session.reaches('admin')
      ? [
          page(
            '/settings/add',
            'Add a PC',
            'Command',
            'new computer laptop enroll install installer connect',
          ),
        ]
      : []),
  ]);
}

function ownCommands(session: Session): Signal<readonly Command[]> {
  const [injector, theme] = [inject(Injector), inject(Theme)];
  return computed<readonly Command[]>(() => [
    ...THEMES.map((one): Command => ({
      ...{ id: `theme:${one}`, name: `Theme: ${THEME_WORDS[one].toLowerCase()}` },
      ...{ kind: theme.choice() === one ? 'Now' : 'Command', onlyFound: true },
      also: 'mode appearance colors colours',
      run: () => theme.choose(one),
    })),
    {
      ...{ id: 'keys', name: 'Keys', kind: 'Command', onlyFound: true },
      ...{ also: 'keyboard shortcuts help' },
      run: () => openKeys(injector),
    },
    {
      ...{ id: 'logout', name: 'Log out', kind: 'Command', onlyFound: true },
      also: 'logout sign out signout leave',
      run: () => void session.logout(),
    },
  ]);
}

/** For words that are no name of anything. */
function questions(session: Session, router: Router): (text: string) => readonly Command[] {
  return (text) => [
    ...(session.reaches('operator')
      ? [
          {
            ...{ id: 'ask', name: `Ask Claude “${text}”`, kind: 'Chat' },
            run: () => void router.navigate(['/chat'], { queryParams: { ask: text } }),
          },
        ]
      : []),
    ...navigationFor(session)
      .filter(({ path }) => path === '/audit')
      .map(({ path, name }) => ({
        ...{ id: 'search', name: `Search the audit log for “${text}”`, kind: name },
        run: () => void router.navigate([path], { queryParams: { q: text } }),
      })),
  ];
}

/**
 * What the palette always knows: each feature brings its own.
 * @param opened counts how often the palette was
 */
export function registerCommands(opened: Signal<number>): void {
  const [registry, session, router] = [inject(CommandRegistry), inject(Session), inject(Router)];
  registry.otherwise.set(questions(session, router));
  const ends = [
    pageCommands(session, router),
    ...pcCommands(opened),
    ...chatCommands(opened),
    ...taskCommands(opened),
    ...guideCommands(opened),
    ownCommands(session),
  ].map((source) => registry.register(source));
  inject(DestroyRef).onDestroy(() => ends.forEach((end) => end()));
}
