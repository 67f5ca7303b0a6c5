import { Component, computed, input, signal } from '@angular/core';
import type { TimelineItem } from '../../core/tasks/timeline';
import { MarkdownText } from '../../ui/markdown/markdown-text';
import { RelativeTime } from '../../ui/relative-time';
import { UntrustedText } from '../../ui/untrusted-text';
import { DiffLines } from './diff-lines';

const TOOL_WORDS: Readonly<Record<string, string>> = {
  pending: 'Waiting',
  in_progress: 'Running',
  completed: 'Done',
  failed: 'Failed',
};

/** One thing that was said or done in a task. All of it is an agent's: data, drawn as text. */
@Component({
  selector: 'kenny-timeline-entry',
  imports: [DiffLines, MarkdownText, RelativeTime, UntrustedText],
  templateUrl: './timeline-entry.html',
  styleUrl: './timeline-entry.css',
})
export class TimelineEntry {
  readonly item = input.required<TimelineItem>();
  /** What is closed is not drawn. */
  protected readonly open = signal(false);
  protected readonly status = computed(() => {
    const item = this.item();
    return item.kind === 'tool' ? (TOOL_WORDS[item.status] ?? item.status) : '';
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
