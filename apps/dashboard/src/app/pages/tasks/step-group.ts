import { Component, computed, input, signal } from '@angular/core';
import type { TaskState } from '@kenny/contract/web';
import { visibleText } from '@kenny/kernel';
import type { TimelineItem, ToolItem } from '../../core/tasks/timeline';
import { TimelineEntry } from './timeline-entry';

/** So many finished steps in a row are told in one line. */
const LEAST = 3;
/** Of them so many by name. */
const NAMED = 3;

/** One thing that was said or done, or a series of steps that are done. */
export type TaskRow =
  | { readonly key: string; readonly item: TimelineItem }
  | { readonly key: string; readonly steps: readonly ToolItem[] };

/** @param goesOn more steps may follow the last one: these stay in view */
export function rowsOf(items: readonly TimelineItem[], goesOn: boolean): TaskRow[] {
  const rows: TaskRow[] = [];
  let steps: ToolItem[] = [];
  const end = (folds: boolean): void => {
    const [first] = steps;
    if (first && folds && steps.length >= LEAST) rows.push({ key: `steps:${first.key}`, steps });
    else rows.push(...steps.map((item) => ({ key: item.key, item })));
    steps = [];
  };
  for (const item of items) {
    if (item.kind === 'tool' && item.status === 'completed') steps.push(item);
    else {
      end(item.kind !== 'tool' || item.status === 'failed');
      rows.push({ key: item.key, item });
    }
  }
  end(!goesOn);
  return rows;
}

/** Finished steps that followed one another, folded: what came of them is said below. */
@Component({
  selector: 'kenny-step-group',
  imports: [TimelineEntry],
  template: `
    <details #details [open]="open()" (toggle)="open.set(details.open)">
      <summary class="dim">{{ steps().length }} steps done: {{ names() }}</summary>
      @if (open()) {
        @for (step of steps(); track step.key) {
          <kenny-timeline-entry [item]="step" [task]="task()" />
        }
      }
    </details>
  `,
  styles: `
    summary {
      padding: 6px 0;
      cursor: pointer;
      overflow-wrap: anywhere;
    }
    kenny-timeline-entry {
      margin-top: 6px;
    }
  `,
})
export class StepGroup {
  readonly steps = input.required<readonly ToolItem[]>();
  /** The state of its task. */
  readonly task = input.required<TaskState>();
  /** What is closed is not drawn. */
  protected readonly open = signal(false);
  protected readonly names = computed(() => {
    const names = this.steps().map(({ title }) => visibleText(title));
    return [...names.slice(0, NAMED), ...(names.length > NAMED ? ['…'] : [])].join(', ');
  });
}
