import { Component, computed, inject, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import { runsScript, type ApprovalView } from '@kenny/contract/web';
import { sameCall } from '@kenny/health/web';
import { ApprovalsStore } from '../core/approvals/approvals-store';
import { askerTo } from '../core/approvals/call-words';
import { doneWords, isAnotherThere, ranSince } from '../core/approvals/ran-since';
import { Session } from '../core/session/session';
import { RelativeTime } from './relative-time';
import { UntrustedText } from './untrusted-text';

/**
 * Who else asks for the same on this PC, and whether it has run since: whoever approves both lets it run
 * twice.
 */
@Component({
  selector: 'kenny-same-requests',
  imports: [RelativeTime, RouterLink, UntrustedText],
  template: `
    @if (done(); as since) {
      <p class="done">
        {{ words(since) }} <kenny-time [at]="since.run.ended_at ?? since.run.requested_at" />: this
        may not be needed any more.
      </p>
    }
    @for (one of others(); track one.approval.id) {
      <p>
        {{ one.same ? 'The same' : 'A request like this' }} also waits:
        <a [routerLink]="['/approvals', one.approval.id]"
          >asked by <kenny-untrusted [text]="one.asker.within" /><kenny-untrusted
            [text]="one.asker.behind" /></a
        ><span class="dim"> · <kenny-time [at]="one.approval.requested_at" /></span>
      </p>
    }
  `,
  styles: `
    p {
      margin: 4px 0 0;
    }
    .done {
      font-weight: 600;
    }
    a {
      display: inline-block;
      padding-block: 4px;
    }
  `,
})
export class SameRequests {
  private readonly approvals = inject(ApprovalsStore);
  private readonly me = inject(Session).me;
  readonly approval = input.required<ApprovalView>();

  /** Somebody else's request was quicker. */
  protected readonly done = ranSince(this.approval);
  protected readonly words = doneWords;
  /** Of scripts only the same: one says nothing about another. */
  protected readonly others = computed(() => {
    const asked = this.approval();
    if (asked.state !== 'pending') return [];
    return this.approvals
      .waiting()
      .filter((one) => isAnotherThere(asked, one) && one.tool === asked.tool)
      .map((approval) => ({
        ...{ approval, asker: askerTo(this.me(), approval) },
        same: sameCall(approval, asked),
      }))
      .filter(({ same }) => same || !runsScript(asked.tool));
  });
}
