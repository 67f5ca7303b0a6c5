import { NgTemplateOutlet } from '@angular/common';
import { Component, computed, DestroyRef, inject, linkedSignal, untracked } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { RouterLink } from '@angular/router';
import { agentPreset, type AgentPreset, type AgentTypeView } from '@kenny/contract/web';
import { ApiClient } from '../../core/http/api-client';
import { Mutation } from '../../core/http/mutation';
import { Session } from '../../core/session/session';
import { PageClock } from '../../core/time/clock';
import { AgentTypes, isAble } from '../../core/tasks/agent-types';
import { ErrorNote } from '../../ui/error-note';
import { RelativeTime } from '../../ui/relative-time';
import { ResourceStateNote } from '../../ui/resource-state';
import { UntrustedText } from '../../ui/untrusted-text';
import { AgentSetup } from './agent-setup';

/** While none can run. */
const CHECK_MS = 10_000;

/** Which AI agents there are; admins turn them on and off. What they run stands only in a file. */
@Component({
  selector: 'kenny-agent-types',
  imports: [
    AgentSetup,
    ErrorNote,
    MatButton,
    NgTemplateOutlet,
    RelativeTime,
    ResourceStateNote,
    RouterLink,
    UntrustedText,
  ],
  template: `
    <section [attr.aria-label]="title()">
      @if (first()) {
        <h2>{{ title() }}</h2>
        <p class="dim">
          @if (first()?.available) {
            It is installed on this server, and may do tasks once you turn it on.
          } @else {
            An AI agent is a program on this server that does the tasks. It takes a few minutes,
            once.
          }
        </p>
      }
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
        <ul class="panel rows" aria-label="AI agents">
          @for (type of shown(); track type.id) {
            <ng-container
              [ngTemplateOutlet]="row"
              [ngTemplateOutletContext]="{ $implicit: type }"
            />
          } @empty {
            <li>No AI agent can run yet.{{ mayChange() ? '' : ' Ask an admin.' }}</li>
          }
        </ul>
        @if (mayChange()) {
          <p class="check">
            <button type="button" matButton="outlined" [disabled]="types.busy()" (click)="check()">
              Check again
            </button>
            <span class="dim" role="status">{{ said() }}</span>
            <span class="dim">Checked <kenny-time [at]="checkedAt()" /></span>
          </p>
        }
        @if (others().length > 0 || mayChange()) {
          <details class="fold">
            <summary>More AI agents</summary>
            @for (reason of commonReasons(); track reason) {
              <p><kenny-untrusted [text]="reason" />.</p>
            }
            @if (others().length > 0) {
              <ul class="panel rows" aria-label="More AI agents">
                @for (type of others(); track type.id) {
                  <ng-container
                    [ngTemplateOutlet]="row"
                    [ngTemplateOutletContext]="{ $implicit: type }"
                  />
                }
              </ul>
            }
            <p class="dim">
              What one runs, and with which keys, is set in
              <code><kenny-untrusted [text]="found.file ?? 'agent-types.json'" /></code> on the
              server, which no page can change.
              <a routerLink="/guides/custom-agents">An AI agent of your own</a>
            </p>
          </details>
        }
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
                  [matButton]="type === first() && type.available ? 'filled' : 'outlined'"
                  [disabled]="action.busy()"
                  (click)="change(type)"
                >
                  {{ type.enabled ? 'Turn off' : 'Turn on' }}
                  <span class="unseen">{{ type.name }}</span>
                </button>
              }
              @if (presetOf(type); as preset) {
                <kenny-agent-setup
                  [preset]="preset"
                  [open]="type === first()"
                  [hasKey]="!type.built_in"
                  [file]="found.file"
                  [reason]="type.reason"
                />
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
    h2 {
      margin: 18px 0 4px;
    }
    .check {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 4px 12px;
    }
    .bad {
      color: var(--crit);
    }
  `,
})
export class AgentTypesPanel {
  private readonly api = inject(ApiClient);
  private readonly session = inject(Session);
  private readonly agents = inject(AgentTypes);
  private readonly clock = inject(PageClock);
  protected readonly types = this.agents.shown();
  protected readonly action = new Mutation();
  protected readonly mayChange = computed(() => this.session.reaches('admin'));

  /** The easiest first: what only has to be turned on, then what a few lines set up. */
  private readonly idle = computed(() => {
    const idle = (this.types.value()?.types ?? []).filter((type) => !isAble(type));
    const effort = (type: AgentTypeView) => (type.available ? 0 : this.presetOf(type) ? 1 : 2);
    return idle.sort((a, b) => effort(a) - effort(b));
  });
  /** While none can run, the one to begin with. */
  protected readonly first = computed(() =>
    this.mayChange() && this.agents.able().length === 0 ? this.idle()[0] : undefined,
  );
  protected readonly title = computed(() => {
    const first = this.first();
    if (!first) return 'AI agents';
    return first.available ? 'Turn on an AI agent' : 'First, set up an AI agent';
  });
  /** Beside what can run, while none can: all that only has to be turned on, or one to set up. */
  protected readonly shown = computed(() => {
    const first = this.first();
    if (!first) return this.agents.able();
    return first.available ? this.idle().filter(({ available }) => available) : [first];
  });
  protected readonly others = computed(() =>
    this.idle().filter((type) => !this.shown().includes(type)),
  );

  /** What keeps several of them from running is said once. */
  protected readonly commonReasons = computed(() => {
    const reasons = this.others().flatMap((type) => this.ownReason(type) ?? []);
    const often = reasons.filter((reason, at) => reasons.indexOf(reason) !== at);
    return [...new Set(often)];
  });

  /** What the last look at the server found; said again only when it is another. */
  protected readonly said = computed(() => {
    const all = this.types.value()?.types.length;
    if (all === undefined || this.types.error()) return '';
    return `${this.agents.able().length} of ${all} AI agents can run.`;
  });
  /** When that was: a list that stays the same would say nothing. */
  protected readonly checkedAt = linkedSignal({
    source: this.types.value,
    computation: () => new Date(untracked(this.clock.now)).toISOString(),
  });

  constructor() {
    // Whoever sets one up in a terminal beside this page sees here that it is done.
    const timer = setInterval(() => {
      if (this.first() && !document.hidden && !this.types.busy()) this.types.reload();
    }, CHECK_MS);
    inject(DestroyRef).onDestroy(() => clearInterval(timer));
  }

  /** Of what kenny knows by itself and cannot run yet: how it is set up. */
  protected presetOf(type: AgentTypeView): AgentPreset | undefined {
    return type.available ? undefined : agentPreset(type.id);
  }

  /** Where there are lines that set it up, they come with the reason. */
  private ownReason(type: AgentTypeView): string | null {
    return this.mayChange() && this.presetOf(type) ? null : type.reason;
  }

  protected aboutOf(type: AgentTypeView): string {
    const reason = this.ownReason(type);
    return reason === null || this.commonReasons().includes(reason) ? type.description : reason;
  }

  protected wordOf({ enabled, available }: AgentTypeView): string {
    if (!enabled) return available ? 'off' : 'not set up';
    return available ? 'ready' : 'cannot run';
  }

  protected check(): void {
    this.types.reload();
  }

  protected change({ id, enabled }: AgentTypeView): Promise<void> {
    return this.action.run(async () => {
      await this.api.changeAgentType(id, { enabled: !enabled });
      this.types.reload();
    });
  }
}
