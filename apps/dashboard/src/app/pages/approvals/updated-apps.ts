import { Component, computed, inject, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import type { ApprovalView } from '@kenny/contract/web';
import { isObject } from '@kenny/kernel';
import { UpdatesSeen } from '../../core/approvals/updates-seen';
import { PROGRAMS, updatesIn } from '../../core/facts/known-updates';
import { FleetStore } from '../../core/fleet/fleet-store';
import { ApiClient } from '../../core/http/api-client';
import { apiResource } from '../../core/http/api-resource';
import { MissingNote } from '../../ui/missing-note';
import { ProgramUpdates } from '../../ui/program-updates';
import { RelativeTime } from '../../ui/relative-time';

/** What an update of all apps would update, or has updated, as far as the PC has said. */
@Component({
  selector: 'kenny-updated-apps',
  imports: [MissingNote, ProgramUpdates, RelativeTime, RouterLink],
  template: `
    <p>
      {{
        ran()
          ? 'Every app that had an update when it ran.'
          : 'Every app that has an update when it runs, also one that comes until then.'
      }}
      @if (found(); as found) {
        @if (found.at; as at) {
          The PC reported <kenny-time [at]="at" />{{ count() === 0 ? ': none.' : ':' }}
        } @else {
          The PC has not reported which.
        }
      } @else if (ran()) {
        <a [routerLink]="['/fleet', approval().agent_id]" [queryParams]="{ part: 'changes' }"
          >See what has changed</a
        >
      } @else if (report.busy()) {
        <span class="later dim">Loading which…</span>
      }
    </p>
    @if (report.error(); as fault) {
      <kenny-missing what="Which apps that are" [error]="fault" (retry)="report.reload()" />
    } @else if (pc(); as pc) {
      <kenny-program-updates [pc]="pc" [packages]="found()?.packages" [ran]="ran()" />
    }
  `,
  styles: `
    p {
      margin: 6px 0;
    }
  `,
})
export class UpdatedApps {
  private readonly api = inject(ApiClient);
  private readonly fleet = inject(FleetStore);
  private readonly seen = inject(UpdatesSeen);
  readonly approval = input.required<ApprovalView>();
  /** The check that lists them. */
  readonly section = input.required<string>();

  protected readonly pc = computed(() => this.fleet.agent(this.approval().agent_id));
  protected readonly ran = computed(() => this.approval().state === 'done');
  /** Asked for only while it waits: afterwards the PC reports what is left. */
  protected readonly report = apiResource({
    params: () => {
      const { id, agent_id, state } = this.approval();
      return state === 'pending'
        ? { request: id, id: agent_id, section: this.section() }
        : undefined;
    },
    loader: async ({ request, id, section }) => {
      const { received_at, snapshot } = await this.api.snapshot(id, section);
      const payload = snapshot[section];
      const found = {
        at: payload === undefined ? null : received_at,
        packages: isObject(payload) ? payload[PROGRAMS] : undefined,
      };
      this.seen.note(request, found);
      return found;
    },
  });
  protected readonly found = computed(
    () => this.report.value() ?? this.seen.of(this.approval().id),
  );
  protected readonly count = computed(() => updatesIn(this.found()?.packages).length);
}
