import { Component, inject, input, signal } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { ApiClient } from '../../core/http/api-client';
import { pagesOf } from '../../core/http/pages-of';
import { ErrorNote } from '../../ui/error-note';
import { RelativeTime } from '../../ui/relative-time';
import { UntrustedText } from '../../ui/untrusted-text';

const AT_ONCE = 30;

/** What this PC's agent wrote into its log, and what the server noted of it; asked for when opened. */
@Component({
  selector: 'kenny-pc-logs',
  imports: [ErrorNote, MatButton, RelativeTime, UntrustedText],
  template: `
    <details #box (toggle)="opened.set(box.open)">
      <summary><h2>Log</h2></summary>
      @if (pages.items().length > 0) {
        <ul class="panel rows" aria-label="Log of this PC">
          @for (line of pages.items(); track line.id) {
            <li>
              <span class="when"><kenny-time [at]="line.at" /></span>
              <span [class.bad]="line.level === 'error'">{{ line.level }}</span>
              <span class="wide">
                @if (line.target; as target) {
                  <span class="dim"><kenny-untrusted [text]="target" />: </span>
                }
                <kenny-untrusted [text]="line.message" />
              </span>
              <span class="dim">{{ line.source === 'agent' ? 'agent' : 'server' }}</span>
            </li>
          }
        </ul>
      } @else if (pages.ready()) {
        <p class="dim">No line has come from this PC yet.</p>
      } @else if (opened() && !pages.error()) {
        <p class="dim later" role="status">Asking the server…</p>
      }
      @if (pages.error(); as fault) {
        <kenny-error [error]="fault" [retryable]="true" (retry)="pages.again()" />
      } @else if (pages.more()) {
        <p>
          <button type="button" matButton="outlined" (click)="pages.older()">Older lines</button>
        </p>
      }
    </details>
  `,
  styleUrl: './rows.css',
})
export class PcLogs {
  private readonly api = inject(ApiClient);
  readonly agentId = input.required<string>();
  protected readonly opened = signal(false);

  protected readonly pages = pagesOf(
    () => (this.opened() ? this.agentId() : undefined),
    (agent_id, cursor) => this.api.events({ agent_id, limit: AT_ONCE, cursor }),
  );
}
