import { Component, computed, inject, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import { ApprovalsStore } from '../../core/approvals/approvals-store';
import { CallTeller } from '../../core/approvals/call-teller';
import { askerOf, STATE_WORDS } from '../../core/approvals/call-words';
import { apiResource } from '../../core/http/api-resource';
import { showsRequests } from '../../core/notifications/requests-in-view';
import { ErrorNote } from '../../ui/error-note';
import { RelativeTime } from '../../ui/relative-time';
import { UntrustedText } from '../../ui/untrusted-text';

const SHOWN = 10;

/** Requests for this PC: pending first, then the newest. */
@Component({
  selector: 'kenny-pc-approvals',
  imports: [ErrorNote, RelativeTime, RouterLink, UntrustedText],
  template: `
    @if (rows().length > 0) {
      <ul class="panel rows" aria-label="Approvals of this PC">
        @for (approval of rows(); track approval.id) {
          <li>
            <a [routerLink]="['/approvals', approval.id]">{{ teller.tell(approval).title }}</a>
            <span [class.waits]="approval.state === 'pending'">{{ words[approval.state] }}</span>
            <span class="dim">
              asked by <kenny-untrusted [text]="askerOf(approval.requested_by).within" /> ·
              <kenny-time [at]="approval.requested_at" />
            </span>
          </li>
        }
      </ul>
    } @else if (past.error(); as fault) {
      <kenny-error [error]="fault" />
    } @else if (store.ready()) {
      <p class="dim">No recent requests for this PC.</p>
    }
  `,
  styleUrl: '../../ui/rows.css',
})
export class PcApprovals {
  protected readonly store = inject(ApprovalsStore);
  protected readonly teller = inject(CallTeller);
  readonly agentId = input.required<string>();
  protected readonly words = STATE_WORDS;
  protected readonly askerOf = askerOf;
  protected readonly past = apiResource({ loader: () => this.store.loadPast() });
  protected readonly rows = computed(() => {
    const own = this.store.all().filter(({ agent_id }) => agent_id === this.agentId());
    const waiting = own.filter(({ state }) => state === 'pending');
    return [...waiting, ...own.filter(({ state }) => state !== 'pending')].slice(0, SHOWN);
  });

  constructor() {
    showsRequests(computed(() => this.rows().map(({ id }) => id)));
  }
}
