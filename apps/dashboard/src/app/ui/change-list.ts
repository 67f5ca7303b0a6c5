import { Component, computed, inject, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import { FleetStore } from '../core/fleet/fleet-store';
import type { SteadyChange } from '../core/health/steadied';
import type { ToldChange } from '../core/health/told-changes';
import { PageClock, todayOf } from '../core/time/clock';
import { byDay, clockWords } from '../core/time/relative';
import { checkTitle } from '../core/words';
import { ChangedValue } from './changed-value';
import { StatusDot } from './status-dot';
import { UntrustedText } from './untrusted-text';

/** What happened to checks, newest first, day by day: worse or better, and which values changed. */
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
                @if (change.health; as health) {
                  @if (health.snoozed) {
                    <kenny-status-dot health="unknown" label="Snoozed" />
                  } @else if (health.status === 'ok') {
                    <kenny-status-dot health="ok" label="OK again" />
                  } @else {
                    <kenny-status-dot [health]="health.status" />
                  }
                } @else {
                  <span class="dim">Changed</span>
                }
              </span>
              @if (change.pc; as pc) {
                <a [routerLink]="['/fleet', pc.id]"><kenny-untrusted [text]="pc.name" /></a>
              }
              <span class="wide">
                @if (change.health; as health) {
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
    a {
      flex: 0 1 140px;
      font-weight: 600;
    }
  `,
})
export class ChangeList {
  private readonly fleet = inject(FleetStore);
  readonly items = input.required<readonly ToldChange[]>();
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

  private told(item: ToldChange) {
    return {
      ...item,
      clock: clockWords(Date.parse(item.at)),
      pc: this.named() && item.health ? this.pcOf(item.health) : undefined,
      title: checkTitle(item.section),
    };
  }

  private pcOf({ agent_id: id }: SteadyChange) {
    return { id, name: this.fleet.nameOf(id) };
  }
}
