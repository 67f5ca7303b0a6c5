import { computed, inject, type Signal } from '@angular/core';
import { toolClassOf, type ApprovalView, type DecideBody } from '@kenny/contract/web';
import { Mutation } from '../http/mutation';
import { Session } from '../session/session';
import { ApprovalsStore } from './approvals-store';
import { hasApproved, isRequestOf } from './call-words';
import { CallTeller } from './call-teller';

/** Whether this person may decide a request, and their decision of it. Make it where one may inject. */
export class Deciding {
  private readonly store = inject(ApprovalsStore);
  private readonly session = inject(Session);
  private readonly teller = inject(CallTeller);
  readonly decision = new Mutation();

  /** Deciding also takes the tool's class, as the server requires. */
  private readonly toolClass = computed(() => {
    const tool = this.teller.toolOf(this.approval().tool);
    return tool ? toolClassOf(tool) : 'change';
  });
  readonly lacks = computed(() =>
    this.session.mayDecide() && !this.session.holds(this.toolClass()) ? this.toolClass() : null,
  );
  readonly mayDecide = computed(() => this.session.mayDecide() && this.lacks() === null);
  /** Approved by this person; a second one has to follow. */
  readonly approvedByMe = computed(() => hasApproved(this.approval(), this.session.me()));
  /** Their own is withdrawn, not denied: nobody else asked for it. */
  readonly mine = computed(() => isRequestOf(this.approval(), this.session.me()));

  constructor(private readonly approval: Signal<ApprovalView>) {}

  async decide(decision: DecideBody['decision'], reason = ''): Promise<void> {
    const { id, call_sha256 } = this.approval();
    if (this.decision.busy()) return;
    await this.decision.run(() =>
      this.store.decide(id, { decision, call_sha256, ...(reason ? { reason } : {}) }),
    );
  }
}
