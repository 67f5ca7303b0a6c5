import { Component, computed, inject, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import { FleetStore } from '../core/fleet/fleet-store';
import type { SteadyChange } from '../core/health/steadied';
import { PageClock, todayOf } from '../core/time/clock';
import { byDay, clockWords } from '../core/time/relative';
import { checkTitle } from '../core/words';
import { StatusDot } from './status-dot';
import { UntrustedText } from './untrusted-text';

/** Checks that got worse or better, newest first, day by day. */
@Component({
  selector: 'kenny-health-changes',
  imports: [RouterLink, StatusDot, UntrustedText],
  template: `
    <div class="panel" role="group" [attr.aria-label]="label()">
      @for (day of days(); track day.heading) {
        <h3>{{ day.heading }}</h3>
        <ul class="rows">
          @for (change of day.of; track $index) {
            <li>
              <span class="when"
                ><time [attr.datetime]="change.at">{{ change.clock }}</time></span
              >
              <span class="state">
                @if (change.snoozed) {
                  <kenny-status-dot health="unknown" label="Snoozed" />
                } @else if (change.status === 'ok') {
                  <kenny-status-dot health="ok" label="OK again" />
                } @else {
                  <kenny-status-dot [health]="change.status" />
                }
              </span>
              @if (change.pc) {
                <a [routerLink]="['/fleet', change.agent_id]"
                  ><kenny-untrusted [text]="change.pc"
                /></a>
              }
              <span class="wide">
                <strong>{{ change.title }}:</strong>{{ ' '
                }}<kenny-untrusted [text]="change.reason" />
                @if (change.times) {
                  <span class="dim"> · changed {{ change.times }} times that day</span>
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
    h3 {
      margin: 0;
      padding: 10px 16px 0;
      font-size: 13px;
      color: var(--ink-2);
    }
    .when {
      flex-basis: 80px;
    }
    .state {
      flex: 0 0 90px;
    }
    a {
      flex: 0 1 140px;
      font-weight: 600;
    }
  `,
})
export class HealthChanges {
  private readonly fleet = inject(FleetStore);
  readonly items = input.required<readonly SteadyChange[]>();
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

  private told(item: SteadyChange) {
    return {
      ...item,
      clock: clockWords(Date.parse(item.at)),
      pc: this.named() ? this.fleet.nameOf(item.agent_id) : undefined,
      title: checkTitle(item.section),
    };
  }
}
