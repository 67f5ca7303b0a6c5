import { Component, computed, input } from '@angular/core';
import type { TaskState } from '@kenny/contract/web';
import { moodOf, TASK_STATE_WORDS } from '../core/tasks/task-words';

/** The state of a task: by word, shape and colour. */
@Component({
  selector: 'kenny-task-state',
  template: `<span [attr.data-mood]="mood()">{{ word() }}</span>`,
  styles: `
    span {
      display: inline-flex;
      align-items: center;
      gap: 6px;
      font-weight: 560;
      white-space: nowrap;
    }
    span::before {
      content: '';
      width: 8px;
      height: 8px;
      border-radius: 50%;
      background: var(--ink-2);
    }
    [data-mood='needs'] {
      color: var(--accent);
    }
    [data-mood='needs']::before {
      border-radius: 0;
      background: currentColor;
    }
    [data-mood='bad'] {
      color: var(--crit);
    }
    [data-mood='bad']::before {
      border-radius: 0;
      transform: rotate(45deg);
      background: var(--crit);
    }
    [data-mood='busy']::before {
      background: var(--accent);
    }
    [data-mood='done']::before {
      background: var(--ok);
    }
  `,
})
export class TaskStateChip {
  readonly state = input.required<TaskState>();
  protected readonly word = computed(() => TASK_STATE_WORDS[this.state()]);
  protected readonly mood = computed(() => moodOf(this.state()));
}
