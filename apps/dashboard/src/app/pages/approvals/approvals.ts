import { Component, computed, inject, input } from '@angular/core';
import { Router, RouterLink } from '@angular/router';
import type { ApprovalView } from '@kenny/contract/web';
import { ApprovalsStore } from '../../core/approvals/approvals-store';
import { FleetStore } from '../../core/fleet/fleet-store';
import { apiResource } from '../../core/http/api-resource';
import { Session } from '../../core/session/session';
import { PageClock } from '../../core/time/clock';
import { countdown } from '../../core/time/relative';
import { ErrorNote } from '../../ui/error-note';
import { RelativeTime } from '../../ui/relative-time';
import { UntrustedText } from '../../ui/untrusted-text';
import {
  hasApproved,
  SECOND_PERSON,
  STATE_WORDS,
  titleOf,
  weightOf,
} from '../../core/approvals/call-words';
import { AgentPermissions } from './agent-permissions';
import { ConfirmSheet } from './confirm-sheet';
import { GateWatch } from './gate-watch';
import { PausedRequestersNote } from './paused-requesters';

/** May this run? Pending requests, the history, and the sheet of the one in the URL. */
@Component({
  selector: 'kenny-approvals',
  imports: [
    AgentPermissions,
    ConfirmSheet,
    ErrorNote,
    GateWatch,
    PausedRequestersNote,
    RelativeTime,
    RouterLink,
    UntrustedText,
  ],
  templateUrl: './approvals.html',
  styleUrl: './approvals.css',
})
export class Approvals {
  private readonly store = inject(ApprovalsStore);
  private readonly router = inject(Router);
  private readonly clock = inject(PageClock);
  private readonly fleet = inject(FleetStore);
  /** Of the one in the address. */
  readonly id = input<string>();

  protected readonly waiting = this.store.waiting;
  protected readonly error = this.store.error;
  protected readonly ready = this.store.ready;
  protected readonly me = inject(Session).me;
  protected readonly hasApproved = hasApproved;
  protected readonly secondPerson = SECOND_PERSON;
  protected readonly weightOf = weightOf;
  protected readonly stateWords = STATE_WORDS;

  protected readonly past = apiResource({ loader: () => this.store.loadPast() });
  /** One that had ended before this page was opened is not in the store yet. */
  private readonly fetched = apiResource({
    params: () => {
      const id = this.id();
      return this.ready() && id !== undefined && !this.store.approval(id) ? id : undefined;
    },
    loader: (id) => this.store.load(id),
  });
  protected readonly chosen = computed(() => {
    const id = this.id();
    return id === undefined ? undefined : this.store.approval(id);
  });
  protected readonly missing = computed(() => (this.chosen() ? null : this.fetched.error()));
  protected readonly ended = computed(() =>
    this.store.all().filter(({ state }) => state !== 'pending'),
  );

  protected title(approval: ApprovalView): string {
    return titleOf(approval, this.fleet);
  }

  protected left({ approve_by }: ApprovalView): string {
    return countdown(Date.parse(approve_by), this.clock.now());
  }

  protected close(): void {
    void this.router.navigateByUrl('/approvals');
  }
}
