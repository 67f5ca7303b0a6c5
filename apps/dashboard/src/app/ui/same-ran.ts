import { Component, computed, inject, input } from '@angular/core';
import type { ApprovalView } from '@kenny/contract/web';
import { sameCall } from '@kenny/health/web';
import { ApprovalsStore } from '../core/approvals/approvals-store';
import { doneWords, isAnotherThere, ranSince } from '../core/approvals/ran-since';
import { RelativeTime } from './relative-time';

/** Of a request that waits, in a few words: that the same has run since, or waits as well. */
@Component({
  selector: 'kenny-same-ran',
  imports: [RelativeTime],
  host: { '[hidden]': '!done() && !waitsTwice()' },
  template: `
    @if (done(); as since) {
      <strong
        >{{ words(since) }} <kenny-time [at]="since.run.ended_at ?? since.run.requested_at"
      /></strong>
    } @else if (waitsTwice()) {
      The same also waits
    }
  `,
})
export class SameRan {
  private readonly approvals = inject(ApprovalsStore);
  readonly approval = input.required<ApprovalView>();
  protected readonly words = doneWords;
  protected readonly done = ranSince(this.approval);
  protected readonly waitsTwice = computed(() => {
    const asked = this.approval();
    return this.approvals
      .waiting()
      .some((one) => isAnotherThere(asked, one) && sameCall(one, asked));
  });
}
