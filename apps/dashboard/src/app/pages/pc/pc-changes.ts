import { Component, computed, inject, input } from '@angular/core';
import { ApiClient } from '../../core/http/api-client';
import { apiResource } from '../../core/http/api-resource';
import { ResourceStateNote } from '../../ui/resource-state';
import { ChangeRows } from './change-rows';

/** Values that changed between reports of this PC. */
@Component({
  selector: 'kenny-pc-changes',
  imports: [ChangeRows, ResourceStateNote],
  template: `
    @if (rows().length > 0) {
      <kenny-change-rows [items]="rows()" label="What changed on this PC" />
      @if (list.value()?.truncated) {
        <p class="dim">
          Only the newest changes are shown; choose a shorter time range to see all of them.
        </p>
      }
    } @else if (list.ready()) {
      <p class="dim">No changes in this time range.</p>
    }
    <kenny-resource-state [of]="list" />
  `,
})
export class PcChanges {
  private readonly api = inject(ApiClient);
  readonly agentId = input.required<string>();
  /** ISO 8601: since when. */
  readonly from = input.required<string>();

  protected readonly list = apiResource({
    params: () => ({ id: this.agentId(), from: this.from() }),
    loader: ({ id, from }) => this.api.changes(id, { from }),
    subject: this.agentId,
  });
  protected readonly rows = computed(() => this.list.value()?.items ?? []);
}
