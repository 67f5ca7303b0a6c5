import { Component, computed, inject, input } from '@angular/core';
import { MatButton } from '@angular/material/button';
import type { FleetAgent, ReleaseView } from '@kenny/contract/web';
import { ApiClient } from '../../core/http/api-client';
import { Mutation } from '../../core/http/mutation';
import { whyNoUpdates } from '../../core/fleet/why-no-updates';
import { updateCall } from '../../core/approvals/update-call';
import { AskToRun } from '../../ui/ask-to-run';
import { ErrorNote } from '../../ui/error-note';
import { UntrustedText } from '../../ui/untrusted-text';

/** Requests an agent update, decided on the sheet like any other change. */
@Component({
  selector: 'kenny-pc-update',
  imports: [ErrorNote, MatButton, UntrustedText],
  template: `
    <p class="panel">
      @if (release(); as release) {
        <span>
          Agent <kenny-untrusted [text]="pc().meta?.version ?? '–'" /> runs here, and
          {{ release.version }} is published.
        </span>
      }
      @if (whyNot(); as why) {
        <span class="dim">This agent cannot be updated from here. {{ why }}</span>
      } @else if (release(); as release) {
        @if (pc().online) {
          <button
            type="button"
            matButton="outlined"
            [disabled]="update.busy()"
            (click)="ask(release)"
          >
            Update to {{ release.version }}…
          </button>
        } @else {
          <span class="dim">It can be updated when it is connected again.</span>
        }
      }
    </p>
    @if (update.error(); as error) {
      <kenny-error [error]="error" />
    }
  `,
  styles: `
    p {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 4px 8px;
      margin: 0 0 8px;
      padding: 6px 12px;
    }
  `,
})
export class PcUpdate {
  private readonly api = inject(ApiClient);
  private readonly askToRun = inject(AskToRun);
  readonly pc = input.required<FleetAgent>();
  readonly release = input<ReleaseView>();
  protected readonly whyNot = computed(() => whyNoUpdates(this.pc()));
  protected readonly update = new Mutation();

  protected ask({ version }: ReleaseView): Promise<void> {
    const { agent_id } = this.pc();
    return this.askToRun.ask(this.update, updateCall(agent_id, version), () =>
      this.api.updateAgent(agent_id, { version }),
    );
  }
}
