import { Component, computed, inject } from '@angular/core';
import { MatButton } from '@angular/material/button';
import type { AgentTypeView } from '@kenny/contract/web';
import { ApiClient } from '../../core/http/api-client';
import { Mutation } from '../../core/http/mutation';
import { Session } from '../../core/session/session';
import { AgentTypes } from '../../core/tasks/agent-types';
import { ErrorNote } from '../../ui/error-note';
import { ResourceStateNote } from '../../ui/resource-state';
import { UntrustedText } from '../../ui/untrusted-text';

/** Which agents there are; admins switch them on and off. What they run stands only in a file. */
@Component({
  selector: 'kenny-agent-types',
  imports: [ErrorNote, MatButton, ResourceStateNote, UntrustedText],
  template: `
    <section aria-labelledby="agents-title">
      <div class="head"><h2 id="agents-title">Agents</h2></div>
      @if (action.error(); as fault) {
        <kenny-error [error]="fault" />
      }
      @if (types.value(); as found) {
        @for (problem of found.problems; track problem) {
          <p role="alert">Agent types file: <kenny-untrusted [text]="problem" /></p>
        }
        @for (reason of commonReasons(); track reason) {
          <p><kenny-untrusted [text]="reason" />.</p>
        }
        <ul class="panel rows" aria-label="Agents">
          @for (type of found.types; track type.id) {
            <li>
              <div class="what">
                <strong><kenny-untrusted [text]="type.name" /></strong>
                {{ ' ' }}<span class="tag">{{ wordOf(type) }}</span>
                <p class="dim"><kenny-untrusted [text]="aboutOf(type)" /></p>
              </div>
              @if (mayChange()) {
                <button
                  type="button"
                  matButton="outlined"
                  [disabled]="action.busy()"
                  (click)="change(type)"
                >
                  {{ type.enabled ? 'Turn off' : 'Turn on' }}
                  <span class="unseen">{{ type.name }}</span>
                </button>
              }
            </li>
          }
        </ul>
        <p class="dim">
          What an agent runs, and with which keys, is set in a file on the server that no page can
          change.
        </p>
      }
      <kenny-resource-state [of]="types" />
    </section>
  `,
  styleUrls: ['../../ui/headed-rows.css'],
  styles: `
    :host {
      display: block;
      max-width: 980px;
    }
  `,
})
export class AgentTypesPanel {
  private readonly api = inject(ApiClient);
  private readonly session = inject(Session);
  protected readonly types = inject(AgentTypes).shown();
  protected readonly action = new Mutation();
  protected readonly mayChange = computed(() => this.session.reaches('admin'));

  /** What keeps several of them from running is said once. */
  protected readonly commonReasons = computed(() => {
    const reasons = (this.types.value()?.types ?? []).flatMap(({ reason }) => reason ?? []);
    const often = reasons.filter((reason, at) => reasons.indexOf(reason) !== at);
    return [...new Set(often)];
  });

  protected aboutOf({ reason, description }: AgentTypeView): string {
    return reason === null || this.commonReasons().includes(reason) ? description : reason;
  }

  protected wordOf({ enabled, available }: AgentTypeView): string {
    if (!enabled) return 'off';
    return available ? 'ready' : 'cannot run';
  }

  protected change({ id, enabled }: AgentTypeView): Promise<void> {
    return this.action.run(async () => {
      await this.api.changeAgentType(id, { enabled: !enabled });
      this.types.reload();
    });
  }
}
