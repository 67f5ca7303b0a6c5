import { computed, inject, type Signal } from '@angular/core';
import { Router } from '@angular/router';
import { visibleText } from '@kenny/kernel';
import type { Command } from '../../core/commands/command-registry';
import { ApiClient } from '../../core/http/api-client';
import { apiResource } from '../../core/http/api-resource';
import { TASK_STATE_WORDS } from '../../core/tasks/task-words';

/**
 * Tasks by their titles.
 * @param opened counts how often the palette was: they are requested anew each time
 */
export function taskCommands(opened: Signal<number>): Signal<readonly Command[]>[] {
  const [api, router] = [inject(ApiClient), inject(Router)];
  const tasks = apiResource({
    params: () => opened() || undefined,
    loader: () => api.tasks(),
    subject: () => true,
  });
  return [
    computed(() =>
      (tasks.value()?.tasks ?? []).map(({ id, title, state }) => ({
        ...{ id: `task:${id}`, name: visibleText(title), kind: 'Task' },
        ...{ detail: TASK_STATE_WORDS[state], onlyFound: true },
        run: () => void router.navigate(['/tasks', id]),
      })),
    ),
  ];
}
