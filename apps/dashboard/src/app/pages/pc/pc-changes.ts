import { Component, computed, inject, input, resource } from '@angular/core';
import type { CatalogSection } from '@kenny/contract/web';
import { heldAnswer } from '../../core/http/stale-while-revalidate';
import { ApiClient } from '../../core/http/api-client';
import { asApiError } from '../../core/http/api-error';
import { sentenceCase } from '../../core/words';
import { ErrorNote } from '../../ui/error-note';
import { RelativeTime } from '../../ui/relative-time';
import { UntrustedText } from '../../ui/untrusted-text';

/** What this PC said of itself once, and says otherwise now. */
@Component({
  selector: 'kenny-pc-changes',
  imports: [ErrorNote, RelativeTime, UntrustedText],
  template: `
    @if (rows().length > 0) {
      <ul class="panel rows" aria-label="What changed on this PC">
        @for (change of rows(); track $index) {
          <li>
            <span class="when"><kenny-time [at]="change.at" /></span>
            <span>{{ change.title }}: <kenny-untrusted [text]="change.what" /></span>
            <span class="wide">
              @if (change.from !== null && change.to !== null) {
                <kenny-untrusted [text]="change.from" /> →
                <strong><kenny-untrusted [text]="change.to" /></strong>
              } @else if (change.to !== null) {
                new: <strong><kenny-untrusted [text]="change.to" /></strong>
              } @else if (change.from !== null) {
                gone: <kenny-untrusted [text]="change.from" />
              }
            </span>
          </li>
        }
      </ul>
      @if (truncated()) {
        <p class="dim">There is more than is shown; a shorter time shows all of it.</p>
      }
    } @else if (error(); as fault) {
      <kenny-error [error]="fault" [retryable]="true" (retry)="again()" />
    } @else if (ready()) {
      <p class="dim">Nothing has changed in this time.</p>
    } @else {
      <p class="dim later" role="status">Asking the server…</p>
    }
  `,
  styleUrl: './rows.css',
})
export class PcChanges {
  private readonly api = inject(ApiClient);
  readonly agentId = input.required<string>();
  readonly sections = input.required<readonly CatalogSection[]>();
  /** ISO 8601: since when. */
  readonly from = input.required<string>();

  private readonly asked = resource({
    params: () => ({ id: this.agentId(), from: this.from() }),
    loader: ({ params: { id, from } }) => this.api.changes(id, { from }),
  });
  private readonly list = heldAnswer(this.asked, this.agentId);
  protected readonly ready = computed(() => this.list() !== undefined);
  protected readonly truncated = computed(() => this.list()?.truncated ?? false);
  protected readonly error = computed(() => {
    const fault = this.asked.error();
    return fault ? asApiError(fault) : null;
  });
  protected readonly rows = computed(() =>
    (this.list()?.items ?? []).map((item) => ({
      ...item,
      title:
        this.sections().find(({ name }) => name === item.section)?.title ??
        sentenceCase(item.section),
    })),
  );

  protected again(): void {
    this.asked.reload();
  }
}
