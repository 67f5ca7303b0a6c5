import { Component, inject, input } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { ApiClient } from '../../core/http/api-client';
import { pagedResource } from '../../core/http/paged-resource';
import { RelativeTime } from '../../ui/relative-time';
import { ResourceStateNote } from '../../ui/resource-state';
import { UntrustedText } from '../../ui/untrusted-text';

const AT_ONCE = 30;
/** What is neither goes without saying. */
const LEVELS: Readonly<Record<string, string>> = { error: 'Error', warn: 'Warning' };

/** Agent log and server events of this PC. */
@Component({
  selector: 'kenny-pc-logs',
  imports: [MatButton, RelativeTime, ResourceStateNote, UntrustedText],
  template: `
    <p class="dim">
      When it connected, and what its agent and the server noted. What was done on it is under
      Activity.
    </p>
    @if (pages.items().length > 0) {
      <ul class="panel rows" aria-label="Log of this PC">
        @for (line of pages.items(); track line.id) {
          <li>
            <span class="when"><kenny-time [at]="line.at" /></span>
            @if (LEVELS[line.level]; as level) {
              <span [class.bad]="line.level === 'error'">{{ level }}</span>
            }
            <span class="wide">
              @if (line.target; as target) {
                <span class="dim"><kenny-untrusted [text]="target" />: </span>
              }
              <kenny-untrusted [text]="line.message" />
            </span>
            <span class="dim">{{
              line.source === 'agent' ? 'from its agent' : 'from the server'
            }}</span>
          </li>
        }
      </ul>
    } @else if (pages.ready()) {
      <p class="dim">No log entries yet.</p>
    }
    <kenny-resource-state [of]="pages" />
    @if (pages.more() && !pages.error()) {
      <p>
        <button type="button" matButton="outlined" (click)="pages.older()">Show older</button>
      </p>
    }
  `,
  styleUrl: '../../ui/rows.css',
})
export class PcLogs {
  private readonly api = inject(ApiClient);
  readonly agentId = input.required<string>();
  protected readonly LEVELS = LEVELS;

  protected readonly pages = pagedResource(this.agentId, (agent_id, cursor) =>
    this.api.events({ agent_id, limit: AT_ONCE, cursor }),
  );
}
