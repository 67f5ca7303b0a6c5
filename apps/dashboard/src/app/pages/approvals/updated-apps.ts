import { Component, computed, inject, input } from '@angular/core';
import type { ApprovalView } from '@kenny/contract/web';
import { isObject } from '@kenny/kernel';
import { PROGRAMS, updatesIn } from '../../core/facts/known-updates';
import { FleetStore } from '../../core/fleet/fleet-store';
import { ApiClient } from '../../core/http/api-client';
import { apiResource } from '../../core/http/api-resource';
import { MissingNote } from '../../ui/missing-note';
import { ProgramUpdates } from '../../ui/program-updates';
import { RelativeTime } from '../../ui/relative-time';

/** What an update of all apps would update, as far as the PC has said. */
@Component({
  selector: 'kenny-updated-apps',
  imports: [MissingNote, ProgramUpdates, RelativeTime],
  template: `
    <p>
      Every app that has an update when it runs.
      @if (report.value(); as found) {
        @if (found.at; as at) {
          The PC reported <kenny-time [at]="at" />{{ count() === 0 ? ': none.' : ':' }}
        } @else {
          The PC has not reported which.
        }
      } @else if (report.busy()) {
        <span class="later dim">Loading which…</span>
      }
    </p>
    @if (report.error(); as fault) {
      <kenny-missing what="Which apps that are" [error]="fault" (retry)="report.reload()" />
    } @else if (pc(); as pc) {
      <kenny-program-updates [pc]="pc" [packages]="report.value()?.packages" />
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
  readonly approval = input.required<ApprovalView>();
  /** The check that lists them. */
  readonly section = input.required<string>();

  protected readonly pc = computed(() => this.fleet.agent(this.approval().agent_id));
  protected readonly report = apiResource({
    params: () => ({ id: this.approval().agent_id, section: this.section() }),
    loader: async ({ id, section }) => {
      const { received_at, snapshot } = await this.api.snapshot(id, section);
      const payload = snapshot[section];
      return {
        at: payload === undefined ? null : received_at,
        packages: isObject(payload) ? payload[PROGRAMS] : undefined,
      };
    },
  });
  protected readonly count = computed(() => updatesIn(this.report.value()?.packages).length);
}
