import { computed, inject, type Signal } from '@angular/core';
import { Router } from '@angular/router';
import { visibleText } from '@kenny/kernel';
import type { Command } from '../../core/commands/command-registry';
import { ApiClient } from '../../core/http/api-client';
import { apiResource } from '../../core/http/api-resource';
import { Session } from '../../core/session/session';

/** How many of the newest are found by name. */
const NEWEST = 100;

/**
 * The newest conversations.
 * @param opened counts how often the palette was: they are requested anew each time
 */
export function chatCommands(opened: Signal<number>): Signal<readonly Command[]>[] {
  const [api, router] = [inject(ApiClient), inject(Router)];
  const mayAsk = inject(Session).reaches('operator');
  const chats = apiResource({
    params: () => (mayAsk && opened()) || undefined,
    loader: () => api.chats({ limit: NEWEST }),
    subject: () => mayAsk,
  });
  return [
    computed(() =>
      (chats.value()?.items ?? []).map(({ id, name }) => ({
        ...{ id: `chat:${id}`, name: visibleText(name ?? 'Untitled'), kind: 'Conversation' },
        onlyFound: true,
        run: () => void router.navigate(['/chat', id]),
      })),
    ),
  ];
}
