import { Component, computed, inject, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import type { HealthChangeItem } from '@kenny/contract/web';
import { FleetStore } from '../core/fleet/fleet-store';
import { checkTitle } from '../core/words';
import { RelativeTime } from './relative-time';
import { StatusDot } from './status-dot';
import { UntrustedText } from './untrusted-text';

/** Checks that got worse or better, as they come. */
@Component({
  selector: 'kenny-health-changes',
  imports: [RelativeTime, RouterLink, StatusDot, UntrustedText],
  template: `
    <ul class="panel rows" [attr.aria-label]="label()">
      @for (change of rows(); track $index) {
        <li>
          <span class="when"><kenny-time [at]="change.at" /></span>
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
            <a [routerLink]="['/fleet', change.agent_id]"><kenny-untrusted [text]="change.pc" /></a>
          }
          <span class="wide">
            <strong>{{ change.title }}:</strong>{{ ' ' }}<kenny-untrusted [text]="change.reason" />
          </span>
        </li>
      }
    </ul>
  `,
  styleUrl: './rows.css',
  styles: `
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
  readonly items = input.required<readonly HealthChangeItem[]>();
  readonly label = input.required<string>();
  /** Of several PCs: each with its name. */
  readonly named = input(false);
  protected readonly rows = computed(() =>
    this.items().map((item) => ({
      ...item,
      pc: this.named() ? this.fleet.nameOf(item.agent_id) : undefined,
      title: checkTitle(item.section),
    })),
  );
}
