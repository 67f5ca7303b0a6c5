import { Component, computed, inject, input } from '@angular/core';
import { ApiClient } from '../../core/http/api-client';
import { apiResource } from '../../core/http/api-resource';
import { unifiedLines } from '../../core/tasks/tool-content';
import { ErrorNote } from '../../ui/error-note';
import { DiffLines } from './diff-lines';

/** What the agent changed in its copy of a git folder. */
@Component({
  selector: 'kenny-task-diff',
  imports: [DiffLines, ErrorNote],
  template: `
    @if (diff.error(); as fault) {
      <kenny-error [error]="fault" [retryable]="true" (retry)="diff.retry()" />
    }
    @if (lines().length > 0) {
      <details>
        <summary>Changed files</summary>
        <kenny-diff-lines [lines]="lines()" label="Changed files" />
      </details>
    }
  `,
})
export class TaskDiffView {
  private readonly api = inject(ApiClient);
  readonly taskId = input.required<string>();
  protected readonly diff = apiResource({
    params: () => this.taskId(),
    loader: (id) => this.api.taskDiff(id),
  });
  protected readonly lines = computed(() => unifiedLines(this.diff.value()?.diff ?? ''));
}
