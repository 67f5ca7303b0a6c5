import { Component, computed, inject } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { RouterLink } from '@angular/router';
import type { PausedRequester } from '@kenny/contract/web';
import { ApprovalsStore } from '../../core/approvals/approvals-store';
import { askerOf } from '../../core/approvals/call-words';
import { ApiClient } from '../../core/http/api-client';
import { apiResource } from '../../core/http/api-resource';
import { Mutation } from '../../core/http/mutation';
import { Session } from '../../core/session/session';
import { ErrorNote } from '../../ui/error-note';
import { MissingNote } from '../../ui/missing-note';
import { RelativeTime } from '../../ui/relative-time';
import { UntrustedText } from '../../ui/untrusted-text';

/** Requesters paused after too many denials in a row, until somebody resumes them. */
@Component({
  selector: 'kenny-paused-requesters',
  imports: [ErrorNote, MatButton, MissingNote, RelativeTime, RouterLink, UntrustedText],
  template: `
    @for (one of paused.value()?.items ?? []; track one.id) {
      <p role="status">
        <span>
          <strong><kenny-untrusted [text]="askerOf(one.requested_by).name" /> is paused</strong
          ><kenny-untrusted [text]="askerOf(one.requested_by).behind" /> after too many denials in a
          row (<a [routerLink]="['/approvals', one.approval_id]">the last one</a>,
          <kenny-time [at]="one.paused_at" />). New requests are refused until somebody who can
          approve presses Resume.
        </span>
        @if (mayDecide()) {
          <button type="button" matButton="outlined" (click)="resume(one)">
            Resume<span class="unseen">: {{ one.id }}</span>
          </button>
        }
      </p>
    }
    @if (fault(); as error) {
      <kenny-error [error]="error" />
    }
    @if (paused.error(); as error) {
      <kenny-missing what="Who is paused" [error]="error" (retry)="paused.reload()" />
    }
  `,
  styles: `
    p {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      justify-content: space-between;
      gap: 8px 16px;
      max-width: 860px;
      margin: 0 0 12px;
      padding: 8px 16px;
      background: var(--warn-bg);
      border: 1px solid var(--line);
      border-radius: var(--r);
    }
    p > span {
      flex: 1 1 240px;
    }
  `,
})
export class PausedRequestersNote {
  private readonly api = inject(ApiClient);
  private readonly store = inject(ApprovalsStore);
  private readonly mutation = new Mutation();
  protected readonly fault = this.mutation.error;
  protected readonly mayDecide = inject(Session).mayDecide;
  protected readonly askerOf = askerOf;
  /** Only a denial can pause a requester. */
  private readonly denials = computed(
    () => this.store.all().filter(({ state }) => state === 'denied').length,
  );
  protected readonly paused = apiResource({
    params: () => ({ denials: this.denials() }),
    loader: () => this.api.pausedRequesters(),
  });

  protected resume({ id }: PausedRequester): Promise<void> {
    return this.mutation.run(async () => {
      await this.api.resumeRequester(id);
      this.paused.reload();
    });
  }
}
