import { Component, computed, DestroyRef, inject, input, signal } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { MatSlideToggle } from '@angular/material/slide-toggle';
import { RouterLink } from '@angular/router';
import { watch } from '@kenny/client';
import type { AuditList } from '@kenny/contract/web';
import { ApprovalsStore } from '../../core/approvals/approvals-store';
import { CallTeller } from '../../core/approvals/call-teller';
import { askerTo, STATE_WORDS } from '../../core/approvals/call-words';
import { ApiClient } from '../../core/http/api-client';
import { apiResource } from '../../core/http/api-resource';
import { pagedResource } from '../../core/http/paged-resource';
import { showsRequests } from '../../core/notifications/requests-in-view';
import { Session } from '../../core/session/session';
import { LiveSocket } from '../../core/subscriptions/live-socket';
import { ErrorNote } from '../../ui/error-note';
import { RelativeTime } from '../../ui/relative-time';
import { ResourceStateNote } from '../../ui/resource-state';
import { UntrustedText } from '../../ui/untrusted-text';
import { CallRows } from './call-rows';

type Row = AuditList['items'][number];
const AT_ONCE = 15;
/** Live rows kept at most. */
const KEPT = 200;

/** Requests that have not ended; below, what ran on this PC and what was refused, newest first. */
@Component({
  selector: 'kenny-pc-activity',
  imports: [
    CallRows,
    ErrorNote,
    MatButton,
    MatSlideToggle,
    RelativeTime,
    ResourceStateNote,
    RouterLink,
    UntrustedText,
  ],
  template: `
    @if (open().length > 0) {
      <ul class="panel rows open" aria-label="Requests that have not ended">
        @for (approval of open(); track approval.id) {
          <li>
            <span class="wide">
              <strong>{{ teller.tell(approval).title }}</strong>
              <span class="dim">
                asked by <kenny-untrusted [text]="askerTo(me(), approval).within" /> ·
                <kenny-time [at]="approval.requested_at" />
              </span>
            </span>
            <span [class.waits]="approval.state === 'pending'">{{ words[approval.state] }}</span>
            <a matButton="outlined" [routerLink]="['/approvals', approval.id]">
              {{ approval.state === 'pending' ? 'Review' : 'View'
              }}<span class="unseen">: {{ teller.tell(approval).title }}</span>
            </a>
          </li>
        }
      </ul>
    }
    <p class="only">
      <mat-slide-toggle hideIcon [checked]="changes()" (change)="changes.set($event.checked)">
        Changes only
      </mat-slide-toggle>
    </p>
    @if (rows().length + refused().length > 0) {
      <kenny-call-rows [rows]="rows()" [refused]="refused()" label="Activity on this PC" />
    } @else if (pages.ready()) {
      <p class="dim">
        {{
          changes() ? 'No changes through kenny on this PC yet.' : 'Nothing has run on this PC yet.'
        }}
      </p>
    }
    @if (past.error(); as fault) {
      <kenny-error [error]="fault" />
    }
    @if (deaf()) {
      <p class="dim">Live updates are off right now; reload to see new entries.</p>
    }
    <kenny-resource-state [of]="pages" />
    @if (pages.more() && !pages.error()) {
      <p><button type="button" matButton="outlined" (click)="pages.older()">Show older</button></p>
    }
  `,
  styleUrl: '../../ui/rows.css',
  styles: `
    .open {
      margin-bottom: 12px;
    }
    .only {
      margin: 0 0 8px;
    }
  `,
})
export class PcActivity {
  private readonly api = inject(ApiClient);
  private readonly store = inject(ApprovalsStore);
  protected readonly teller = inject(CallTeller);
  readonly agentId = input.required<string>();
  protected readonly words = STATE_WORDS;
  protected readonly askerTo = askerTo;
  protected readonly me = inject(Session).me;
  private readonly fresh = signal<readonly Row[]>([]);
  /** The subscription failed: no live rows. */
  protected readonly deaf = signal(false);

  /** Without what somebody only looked at. */
  protected readonly changes = signal(false);
  private readonly query = computed(() => ({
    ...{ agent_id: this.agentId(), kind: 'call' },
    ...(this.changes() && { changes: 'true' }),
  }));
  protected readonly pages = pagedResource(this.query, (query, cursor) =>
    this.api.audit({ ...query, limit: AT_ONCE, cursor }),
  );
  /** Loaded and live rows overlap: each once. */
  protected readonly rows = computed(() => {
    const own = this.fresh().filter(
      ({ agent_id, approval_id }) =>
        agent_id === this.agentId() && !(this.changes() && approval_id === null),
    );
    return [...new Map([...own, ...this.pages.items()].map((row) => [row.id, row])).values()];
  });

  private readonly mayAsk = inject(Session).reaches('operator');
  protected readonly past = apiResource({
    loader: () => (this.mayAsk ? this.store.loadPast() : Promise.resolve()),
  });
  private readonly requests = computed(() =>
    this.store.all().filter(({ agent_id }) => agent_id === this.agentId()),
  );
  protected readonly open = computed(() =>
    this.requests().filter(({ ended_at }) => ended_at === null),
  );
  /** What was sent to the PC stands among the calls; beyond their page it would stand in wrong places. */
  protected readonly refused = computed(() => {
    const oldest = this.pages.more() ? (this.pages.items().at(-1)?.at ?? '') : '';
    return this.requests().filter(
      ({ ended_at, sent_at }) => ended_at !== null && sent_at === null && ended_at >= oldest,
    );
  });

  constructor() {
    showsRequests(computed(() => this.requests().map(({ id }) => id)));
    const stop = watch(inject(LiveSocket), {
      topic: 'audit',
      subscribe: 'audit.subscribe',
      event: 'audit.row',
      payload: () => ({}),
      snapshot: () => {
        this.deaf.set(false);
        this.pages.reload();
      },
      patch: ({ row }) => {
        if (row.kind === 'call') this.fresh.update((rows) => [row, ...rows].slice(0, KEPT));
      },
      failed: () => this.deaf.set(true),
    });
    inject(DestroyRef).onDestroy(stop);
  }
}
