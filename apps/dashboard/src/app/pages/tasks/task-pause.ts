import { Component, computed, inject, input, output } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { RouterLink } from '@angular/router';
import type { TaskDetail } from '@kenny/contract/web';
import { FleetStore } from '../../core/fleet/fleet-store';
import { ApiClient } from '../../core/http/api-client';
import { Mutation } from '../../core/http/mutation';
import { Session } from '../../core/session/session';
import { ErrorNote } from '../../ui/error-note';
import { RelativeTime } from '../../ui/relative-time';
import { UntrustedText } from '../../ui/untrusted-text';

/** Why a task may not change anything now: it is paused, or the person at its PC has switched that off. */
@Component({
  selector: 'kenny-task-pause',
  imports: [ErrorNote, MatButton, RelativeTime, RouterLink, UntrustedText],
  template: `
    @if (task().paused; as pause) {
      <p role="status">
        <span>
          <strong>Paused</strong> after too many denials in a row (<a
            [routerLink]="['/approvals', pause.approval_id]"
            >the last one</a
          >, <kenny-time [at]="pause.paused_at" />). Its new requests for changes are refused
          {{ mayDecide() ? 'until you resume it.' : 'until somebody who can approve resumes it.' }}
        </span>
        @if (mayDecide()) {
          <button
            type="button"
            matButton="outlined"
            [disabled]="mutation.busy()"
            (click)="resume(pause.id)"
          >
            Resume requests
          </button>
        }
      </p>
    }
    @if (mutation.error(); as fault) {
      <kenny-error [error]="fault" />
    }
    @for (pc of turnedOff(); track pc.id) {
      <p>
        <span>
          <strong>Remote control is off</strong> at
          <a [routerLink]="['/fleet', pc.id]"><kenny-untrusted [text]="pc.name" /></a>: nothing may
          be changed there until somebody at the PC switches it on again.
        </span>
      </p>
    }
  `,
  styles: `
    p {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      justify-content: space-between;
      gap: 6px 16px;
      max-width: 820px;
      margin: 0 0 10px;
      padding: 8px 14px;
      background: var(--warn-bg);
      border: 1px solid var(--line);
      border-radius: var(--r);
    }
    span {
      flex: 1 1 220px;
    }
  `,
})
export class TaskPause {
  private readonly api = inject(ApiClient);
  private readonly fleet = inject(FleetStore);
  protected readonly mutation = new Mutation();
  protected readonly mayDecide = inject(Session).mayDecide;
  readonly task = input.required<Pick<TaskDetail, 'agents' | 'paused'>>();
  /** It may ask again. */
  readonly resumed = output();

  /** Of the PCs that it names: one that may reach all of them is not stopped by one. */
  protected readonly turnedOff = computed(() =>
    (this.task().agents ?? [])
      .filter((id) => this.fleet.agent(id)?.meta?.remote_control === false)
      .map((id) => ({ id, name: this.fleet.nameOf(id) })),
  );

  protected resume(id: string): Promise<void> {
    return this.mutation.run(async () => {
      await this.api.resumeRequester(id);
      this.resumed.emit();
    });
  }
}
