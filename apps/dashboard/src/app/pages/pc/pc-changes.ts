import { Component, computed, inject, input } from '@angular/core';
import { isMoment } from '../../core/facts/fact';
import { ApiClient } from '../../core/http/api-client';
import { apiResource } from '../../core/http/api-resource';
import { checkTitle } from '../../core/words';
import { RelativeTime } from '../../ui/relative-time';
import { ResourceStateNote } from '../../ui/resource-state';
import { UntrustedText } from '../../ui/untrusted-text';

/** A time as times are shown everywhere; all else as the PC wrote it. */
@Component({
  selector: 'kenny-change-value',
  imports: [RelativeTime, UntrustedText],
  template: `
    @if (isTime()) {
      <kenny-time [at]="text()" />
    } @else {
      <kenny-untrusted [text]="text()" />
    }
  `,
})
export class ChangeValue {
  readonly text = input.required<string>();
  protected readonly isTime = computed(() => isMoment(this.text()));
}

/** Values that changed between reports of this PC. */
@Component({
  selector: 'kenny-pc-changes',
  imports: [ChangeValue, RelativeTime, ResourceStateNote, UntrustedText],
  template: `
    @if (rows().length > 0) {
      <ul class="panel rows" aria-label="What changed on this PC">
        @for (change of rows(); track $index) {
          <li>
            <span class="when"><kenny-time [at]="change.at" /></span>
            <span>{{ change.title }}: <kenny-untrusted [text]="change.what" /></span>
            <span class="wide">
              @if (change.from !== null && change.to !== null) {
                <kenny-change-value [text]="change.from" /> →
                <strong><kenny-change-value [text]="change.to" /></strong>
              } @else if (change.to !== null) {
                new: <strong><kenny-change-value [text]="change.to" /></strong>
              } @else if (change.from !== null) {
                gone: <kenny-change-value [text]="change.from" />
              }
            </span>
          </li>
        }
      </ul>
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
  styleUrl: './rows.css',
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
  protected readonly rows = computed(() =>
    (this.list.value()?.items ?? []).map((item) => ({
      ...item,
      title: checkTitle(item.section),
    })),
  );
}
