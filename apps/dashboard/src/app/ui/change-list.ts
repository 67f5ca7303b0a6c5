import { Component, computed, inject, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import type { ApprovalView } from '@kenny/contract/web';
import { CallTeller } from '../core/approvals/call-teller';
import { moodOf, peopleOf, STATE_WORDS } from '../core/approvals/call-words';
import { FleetStore } from '../core/fleet/fleet-store';
import type { ToldChange } from '../core/health/told-changes';
import { PageClock, todayOf } from '../core/time/clock';
import { byDay, clockWords } from '../core/time/relative';
import { checkTitle } from '../core/words';
import { ChangedValue } from './changed-value';
import { StatusDot } from './status-dot';
import { UntrustedText } from './untrusted-text';

/** A request that has ended. */
export interface EndedRequest {
  readonly at: string;
  readonly ended: ApprovalView;
}

/** A PC that was heard of last then, and has been away since. */
export interface GonePc {
  readonly at: string;
  readonly gone: string;
}

type Happened = ToldChange | EndedRequest | GonePc;

/** What happened, newest first, day by day: which checks got worse or better, what ran or was refused. */
@Component({
  selector: 'kenny-change-list',
  imports: [ChangedValue, RouterLink, StatusDot, UntrustedText],
  template: `
    <div class="panel" role="group" [attr.aria-label]="label()">
      @for (day of days(); track day.heading) {
        <h3 class="day">{{ day.heading }}</h3>
        <ul class="rows">
          @for (change of day.of; track $index) {
            <li>
              <span class="when"
                ><time [attr.datetime]="change.at">{{ change.clock }}</time></span
              >
              <span class="state">
                @if (change.request; as request) {
                  <span [class.bad]="request.bad">{{ request.end }}</span>
                } @else if (change.health; as health) {
                  @if (health.snoozed) {
                    <kenny-status-dot health="unknown" label="Snoozed" />
                  } @else if (health.status === 'ok') {
                    <kenny-status-dot health="ok" label="OK again" />
                  } @else {
                    <kenny-status-dot [health]="health.status" />
                  }
                } @else if (change.gone) {
                  <kenny-status-dot health="offline" />
                } @else {
                  <span class="dim">Changed</span>
                }
              </span>
              @if (change.pc; as pc) {
                <a [routerLink]="['/fleet', pc.id]"><kenny-untrusted [text]="pc.name" /></a>
              }
              <span class="wide">
                @if (change.request; as request) {
                  <a class="plain" [routerLink]="['/approvals', request.id]">{{
                    change.title
                  }}</a><span class="dim"
                    >{{ ' · ' }}<kenny-untrusted [text]="request.who + ' ' + request.way"
                  /></span>
                } @else if (change.health; as health) {
                  <strong>{{ change.title }}:</strong>{{ ' '
                  }}<kenny-untrusted [text]="health.reason" />
                  @if (health.times) {
                    <span class="dim"> · changed {{ health.times }} times that day</span>
                  }
                } @else {
                  <strong>{{ change.title }}</strong>
                }
                @for (value of change.values; track $index) {
                  <span class="value"
                    ><kenny-changed-value [of]="value" [below]="change.title"
                  /></span>
                }
              </span>
            </li>
          }
        </ul>
      }
    </div>
  `,
  styleUrl: './rows.css',
  styles: `
    .when {
      flex-basis: 80px;
    }
    .state {
      flex: 0 0 90px;
    }
    .value {
      display: block;
      color: var(--ink-2);
    }
    li > a {
      flex: 0 1 140px;
      font-weight: 600;
    }
  `,
})
export class ChangeList {
  private readonly fleet = inject(FleetStore);
  private readonly teller = inject(CallTeller);
  readonly items = input.required<readonly Happened[]>();
  readonly label = input.required<string>();
  /** Of several PCs: each with its name. */
  readonly named = input(false);
  private readonly today = todayOf(inject(PageClock));
  protected readonly days = computed(() =>
    byDay(
      this.items().map((item) => this.told(item)),
      ({ at }) => at,
      this.today(),
    ),
  );

  private told(item: Happened) {
    const { at } = item;
    const common = { at, clock: clockWords(Date.parse(at)) };
    if ('ended' in item) return { ...common, ...this.ended(item.ended) };
    return { ...common, ...('gone' in item ? this.gone(item) : this.changed(item)) };
  }

  private changed({ health, section, values }: ToldChange) {
    const pc = this.named() && health ? this.pcOf(health.agent_id) : undefined;
    return { health, values, pc, title: checkTitle(section), request: undefined, gone: false };
  }

  private ended(approval: ApprovalView) {
    const { id, agent_id, state } = approval;
    const bad = moodOf(state) === 'bad';
    return {
      ...{ health: null, values: [], title: this.teller.tell(approval).title },
      pc: this.named() ? this.pcOf(agent_id) : undefined,
      request: { id, bad, end: STATE_WORDS[state], ...peopleOf(approval) },
      gone: false,
    };
  }

  private gone({ gone: id }: GonePc) {
    return {
      ...{ health: null, values: [], title: 'Not seen since' },
      ...{ pc: this.pcOf(id), request: undefined, gone: true },
    };
  }

  private pcOf(id: string) {
    return { id, name: this.fleet.nameOf(id) };
  }
}
