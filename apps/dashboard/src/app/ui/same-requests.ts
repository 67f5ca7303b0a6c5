import { Component, computed, inject, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import { runsScript, type ApprovalView } from '@kenny/contract/web';
import { sameCall } from '@kenny/health/web';
import { ApprovalsStore } from '../core/approvals/approvals-store';
import { targetsIn } from '../core/approvals/argument-texts';
import { askerOf } from '../core/approvals/call-words';
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
    @if (done(); as other) {
      <p class="done">
        The same ran <kenny-time [at]="other.ended_at ?? other.requested_at" />: this may not be
        needed any more.
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
  readonly approval = input.required<ApprovalView>();

  /** Somebody else's request was quicker. */
  protected readonly done = computed(() => {
    const asked = this.approval();
    return asked.state === 'pending' ? doneSince(asked, this.approvals.all()) : undefined;
  });
  /** Of scripts only the same: one says nothing about another. */
  protected readonly others = computed(() => {
    const asked = this.approval();
    if (asked.state !== 'pending') return [];
    return this.approvals
      .waiting()
      .filter(({ id, agent_id, tool }) => {
        return id !== asked.id && agent_id === asked.agent_id && tool === asked.tool;
      })
      .map((approval) => ({
        ...{ approval, asker: askerOf(approval.requested_by) },
        same: sameCall(approval, asked),
      }))
      .filter(({ same }) => same || !runsScript(asked.tool));
  });
}

/** What has done all of it since it was asked for: the same call, or a clean-up of no fewer places. */
export function doneSince(
  asked: ApprovalView,
  others: readonly ApprovalView[],
): ApprovalView | undefined {
  return others.find(
    (other) =>
      other.state === 'done' &&
      other.id !== asked.id &&
      other.agent_uid === asked.agent_uid &&
      other.sent_at !== null &&
      other.sent_at >= asked.requested_at &&
      (sameCall(other, asked) || cleansAll(other, asked)),
  );
}

function cleansAll(done: ApprovalView, asked: ApprovalView): boolean {
  const [had, wanted] = [targetsIn(done.args), targetsIn(asked.args)];
  if (!had || !wanted || done.tool !== asked.tool) return false;
  return wanted.every((target) => had.includes(target));
}
