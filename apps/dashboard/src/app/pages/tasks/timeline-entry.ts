import { Component, computed, input, signal } from '@angular/core';
import type { TaskState } from '@kenny/contract/web';
import { isAtWork } from '../../core/tasks/task-words';
import type { TimelineItem } from '../../core/tasks/timeline';
import { MarkdownText } from '../../ui/markdown/markdown-text';
import { RelativeTime } from '../../ui/relative-time';
import { UntrustedText } from '../../ui/untrusted-text';
import { DiffLines } from './diff-lines';

/** Of steps: what a request asks for may not have run when the step that asks for it is done. */
const TOOL_WORDS: Readonly<Record<string, string>> = {
  pending: 'Waiting',
  in_progress: 'Running',
  completed: 'Done',
  failed: 'Step failed',
};

/** Nothing runs while a task waits for a person, nor after its turn. */
function stepWords(status: string, task: TaskState): string {
  const unfinished = status === 'in_progress' || status === 'pending';
  if (unfinished && task === 'WAITING_FOR_INPUT') return 'Waiting';
  if (unfinished && !isAtWork(task)) return 'Not finished';
  return TOOL_WORDS[status] ?? status;
}

/** One thing that was said or done in a task. All of it is an agent's: data, drawn as text. */
@Component({
  selector: 'kenny-timeline-entry',
  imports: [DiffLines, MarkdownText, RelativeTime, UntrustedText],
  templateUrl: './timeline-entry.html',
  styleUrl: './timeline-entry.css',
})
export class TimelineEntry {
  readonly item = input.required<TimelineItem>();
  /** The state of its task. */
  readonly task = input.required<TaskState>();
  /** What is closed is not drawn. */
  protected readonly open = signal(false);
  protected readonly status = computed(() => {
    const item = this.item();
    return item.kind === 'tool' ? stepWords(item.status, this.task()) : '';
  });
  protected readonly input = computed(() => {
    const item = this.item();
    return item.kind === 'tool' ? shownValue(item.input) : '';
  });
  protected readonly output = computed(() => {
    const item = this.item();
    return item.kind === 'tool' && item.parts.length === 0 ? shownValue(item.output) : '';
  });
}

/** Nothing for what is not there. */
function shownValue(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
