import { NgTemplateOutlet } from '@angular/common';
import { Component, computed, inject, signal } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { agentPreset, type AgentPreset, type AgentTypeView } from '@kenny/contract/web';
import { ApiClient } from '../../core/http/api-client';
import { Mutation } from '../../core/http/mutation';
import { Session } from '../../core/session/session';
import { AgentTypes } from '../../core/tasks/agent-types';
import { ErrorNote } from '../../ui/error-note';
import { ResourceStateNote } from '../../ui/resource-state';
import { UntrustedText } from '../../ui/untrusted-text';
import { AgentSetup } from './agent-setup';

/** Which agents there are; admins switch them on and off. What they run stands only in a file. */
@Component({
  selector: 'kenny-agent-types',
  imports: [AgentSetup, ErrorNote, MatButton, NgTemplateOutlet, ResourceStateNote, UntrustedText],
  template: `
    <section aria-labelledby="agents-title">
      <div class="head">
        <h2 id="agents-title">Agents</h2>
        @if (mayChange()) {
          <button type="button" matButton="outlined" [disabled]="types.busy()" (click)="check()">
            Check again
          </button>
        }
      </div>
      <p class="said dim" role="status">{{ said() }}</p>
      @if (action.error(); as fault) {
        <kenny-error [error]="fault" />
      }
      @if (types.value(); as found) {
        @for (problem of found.problems; track problem) {
          <p role="alert" class="bad">
            agent-types.json counts as empty until this is corrected:
            <kenny-untrusted [text]="problem" />
          </p>
        }
        <ul class="panel rows" aria-label="Agents">
          @for (type of ready(); track type.id) {
            <ng-container
              [ngTemplateOutlet]="row"
              [ngTemplateOutletContext]="{ $implicit: type }"
            />
          } @empty {
            <li>
              No agent can run yet.
              {{ mayChange() ? 'Set one up: a few lines, on the server.' : 'Ask an admin.' }}
            </li>
          }
        </ul>
        @if (others().length > 0) {
          <details [open]="mayChange() && ready().length === 0">
            <summary>
              {{ others().length }} {{ others().length === 1 ? 'agent is' : 'agents are' }} off or
              not set up
            </summary>
            @for (reason of commonReasons(); track reason) {
              <p><kenny-untrusted [text]="reason" />.</p>
            }
            <ul class="panel rows" aria-label="Other agents">
              @for (type of others(); track type.id) {
                <ng-container
                  [ngTemplateOutlet]="row"
                  [ngTemplateOutletContext]="{ $implicit: type }"
                />
              }
            </ul>
          </details>
        }
        <p class="dim">
          What an agent runs, and with which keys, is set in agent-types.json on the server, which
          no page can change. The guide Tasks has every field, for an agent of your own.
        </p>
        <ng-template #row let-type>
          <li>
            <div class="what">
              <strong><kenny-untrusted [text]="type.name" /></strong>
              {{ ' ' }}<span class="tag">{{ wordOf(type) }}</span>
              <p class="dim"><kenny-untrusted [text]="aboutOf(type)" /></p>
            </div>
            @if (mayChange()) {
              @if (type.enabled || type.available) {
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
              @if (presetOf(type); as preset) {
                <kenny-agent-setup [preset]="preset" [hasKey]="!type.built_in" />
              }
            }
          </li>
        </ng-template>
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
    .said:empty {
      display: none;
    }
    .bad {
      color: var(--crit);
    }
    summary {
      width: max-content;
      max-width: 100%;
      padding: 10px 0;
      color: var(--ink-2);
      cursor: pointer;
    }
  `,
})
export class AgentTypesPanel {
  private readonly api = inject(ApiClient);
  private readonly session = inject(Session);
  protected readonly types = inject(AgentTypes).shown();
  protected readonly action = new Mutation();
  protected readonly mayChange = computed(() => this.session.reaches('admin'));

  protected readonly ready = computed(() => this.some(canRun));
  /** Admins look here for one to set up or turn on; nobody else needs them. */
  protected readonly others = computed(() => {
    const others = this.some((type) => !canRun(type));
    const easy = others.filter((type) => this.presetOf(type));
    return [...easy, ...others.filter((type) => !easy.includes(type))];
  });

  /** What keeps several of them from running is said once. */
  protected readonly commonReasons = computed(() => {
    const reasons = (this.types.value()?.types ?? []).flatMap(({ reason }) => reason ?? []);
    const often = reasons.filter((reason, at) => reasons.indexOf(reason) !== at);
    return [...new Set(often)];
  });

  /** Whether somebody pressed Check again. */
  private readonly asked = signal(false);
  /** What came of it; a list that stays the same would say nothing. */
  protected readonly said = computed(() => {
    if (!this.asked()) return '';
    if (this.types.busy()) return 'Checking…';
    const all = this.types.value()?.types.length ?? 0;
    return this.types.error() ? '' : `Checked: ${this.ready().length} of ${all} agents can run.`;
  });

  private some(which: (type: AgentTypeView) => boolean): AgentTypeView[] {
    return (this.types.value()?.types ?? []).filter(which);
  }

  /** Of what kenny knows by itself and cannot run yet: how it is set up. */
  protected presetOf(type: AgentTypeView): AgentPreset | undefined {
    return type.available ? undefined : agentPreset(type.id);
  }

  protected aboutOf({ reason, description }: AgentTypeView): string {
    return reason === null || this.commonReasons().includes(reason) ? description : reason;
  }

  protected wordOf({ enabled, available }: AgentTypeView): string {
    if (!enabled) return available ? 'off' : 'not set up';
    return available ? 'ready' : 'cannot run';
  }

  protected check(): void {
    this.asked.set(true);
    this.types.reload();
  }

  protected change({ id, enabled }: AgentTypeView): Promise<void> {
    return this.action.run(async () => {
      await this.api.changeAgentType(id, { enabled: !enabled });
      this.types.reload();
    });
  }
}

const canRun = ({ enabled, available }: AgentTypeView): boolean => enabled && available;
