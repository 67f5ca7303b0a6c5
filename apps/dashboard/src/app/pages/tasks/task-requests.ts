import { Component, computed, inject, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import type { ApprovalView } from '@kenny/contract/web';
import { ApprovalsStore } from '../../core/approvals/approvals-store';
import { CallTeller } from '../../core/approvals/call-teller';
import { STATE_WORDS } from '../../core/approvals/call-words';
import { HealthBefore } from '../../core/approvals/health-before';
import { apiResource } from '../../core/http/api-resource';
import { isOfTask } from '../../core/tasks/task-words';
import { CheckedAgain } from '../../ui/checked-again';
import { ErrorNote } from '../../ui/error-note';
import { UntrustedText } from '../../ui/untrusted-text';

/** What the AI agent asked for on PCs, and what came of it: it may not have heard of that itself. */
@Component({
  selector: 'kenny-task-requests',
  imports: [CheckedAgain, ErrorNote, RouterLink, UntrustedText],
  template: `
    @if (past.error(); as fault) {
      <kenny-error [error]="fault" [retryable]="true" (retry)="past.retry()" />
    }
    @if (ended().length > 0) {
      <section class="panel" aria-label="What came of its requests">
        <h2>What came of its requests</h2>
        @for (one of ended(); track one.id) {
          <p>
            <strong [attr.data-state]="one.state">{{ words[one.state] }}</strong>
            <span><kenny-untrusted [text]="titleOf(one)" /></span>
            <a [routerLink]="['/approvals', one.id]"
              >Details<span class="unseen"> of {{ titleOf(one) }}</span></a
            >
          </p>
          <kenny-checked-again [approval]="one" />
        }
      </section>
    }
  `,
  styles: `
    section {
      padding: 6px 14px;
      margin: 12px 0;
    }
    h2 {
      margin: 4px 0;
      font-size: 14px;
    }
    p {
      display: flex;
      flex-wrap: wrap;
      gap: 4px 10px;
      margin: 4px 0;
      overflow-wrap: anywhere;
    }
    a {
      margin-left: auto;
      min-height: 24px;
    }
    [data-state='done'] {
      color: var(--ok);
    }
    [data-state='failed'] {
      color: var(--crit);
    }
  `,
})
export class TaskRequests {
  private readonly store = inject(ApprovalsStore);
  private readonly teller = inject(CallTeller);
  /** From the time one waits on: what is other afterwards is told. */
  protected readonly before = inject(HealthBefore);
  readonly taskId = input.required<string>();

  protected readonly words = STATE_WORDS;
  protected readonly past = apiResource({
    params: () => this.taskId(),
    loader: () => this.store.loadPast().then(() => true),
  });
  /** In the order in which they ended. */
  protected readonly ended = computed(() =>
    this.store
      .all()
      .filter((one) => isOfTask(one, this.taskId()) && one.state !== 'pending')
      .reverse(),
  );

  protected titleOf(approval: ApprovalView): string {
    return this.teller.titleOf(approval);
  }
}
