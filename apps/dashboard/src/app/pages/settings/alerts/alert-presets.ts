import { Component, computed, inject, input, output } from '@angular/core';
import { MatFormField, MatLabel } from '@angular/material/form-field';
import { MatInput } from '@angular/material/input';
import { MatRadioButton, MatRadioGroup } from '@angular/material/radio';
import {
  ALERT_SEVERITIES,
  AWAY_HOURS,
  DISK_SOON_DAYS,
  type AlertChoices,
} from '@kenny/contract/web';
import { ApprovalsStore } from '../../../core/approvals/approvals-store';
import { FleetStore } from '../../../core/fleet/fleet-store';
import { ApiClient } from '../../../core/http/api-client';
import { apiResource } from '../../../core/http/api-resource';
import { PageClock } from '../../../core/time/clock';
import { FIELD_LOOK } from '../../../ui/field-look';
import { leftOut } from './left-out';
import { toldNow } from './told-now';

const PRESETS = {
  crit: {
    label: 'What cannot wait',
    help:
      'A critical problem, such as virus protection that is off. A disk that will be full within ' +
      `${DISK_SOON_DAYS} days. A PC that has been offline too long. A request that waits for you.`,
  },
  warn: {
    label: 'Everything that needs a look',
    help:
      'The same, and every warning: a printer that does not answer, a restart that is due, ' +
      'programs to update.',
  },
} as const;
const AWAY_WORDS = { 1: '1 hour', 24: '1 day', 72: '3 days', 168: '1 week' } as const;

/** More than a line or two would not be read. */
const MOST = 5;
/** PCs whose disks are looked ahead for this page. */
const MOST_DISKS = 20;

/** How much somebody hears of, each choice with what it would tell now. */
@Component({
  selector: 'kenny-alert-presets',
  imports: [MatFormField, MatInput, MatLabel, MatRadioButton, MatRadioGroup],
  providers: [FIELD_LOOK],
  template: `
    <mat-radio-group
      aria-label="When to tell you"
      [value]="own().health_from"
      (change)="chosen.emit({ health_from: $event.value })"
    >
      @for (one of presets(); track one.value) {
        <div>
          <mat-radio-button [value]="one.value" [aria-describedby]="'preset-' + one.value">{{
            one.label
          }}</mat-radio-button>
          <div class="help" [id]="'preset-' + one.value">
            <p class="dim">{{ one.help }}</p>
            @if (!known()) {
              <p class="dim later">Looking at what there is to tell…</p>
            } @else if (one.now; as words) {
              <p>{{ words }}</p>
            }
          </div>
        </div>
      }
    </mat-radio-group>
    <p class="dim said">You hear of a problem when it has lasted for 5 minutes.</p>
    <div class="times">
      <mat-form-field>
        <mat-label>PC offline: tell me after</mat-label>
        <select
          #away
          matNativeControl
          (change)="chosen.emit({ away_hours: awayHours[away.selectedIndex] })"
        >
          @for (hours of awayHours; track hours) {
            <option [value]="hours" [selected]="hours === own().away_hours">
              {{ awayWords[hours] }}
            </option>
          }
        </select>
      </mat-form-field>
    </div>
  `,
  styleUrl: './alerts.css',
  styles: `
    :host {
      display: grid;
      gap: 10px;
    }
    mat-radio-group {
      display: grid;
      gap: 6px;
    }
    .help {
      padding-left: 44px;
    }
    .help p {
      margin: 0 0 4px;
      overflow-wrap: anywhere;
    }
  `,
})
export class AlertPresets {
  private readonly api = inject(ApiClient);
  private readonly fleet = inject(FleetStore);
  private readonly approvals = inject(ApprovalsStore);
  private readonly clock = inject(PageClock);
  readonly own = input.required<AlertChoices>();
  readonly chosen = output<Partial<AlertChoices>>();

  protected readonly awayHours = AWAY_HOURS;
  protected readonly awayWords = AWAY_WORDS;

  /** A disk that is fine is not full in days. */
  private readonly disks = computed(
    () =>
      this.fleet
        .agents()
        .filter(({ sections }) => sections.some(({ name }) => name === 'disk'))
        .map(({ agent_id }) => agent_id)
        .slice(0, MOST_DISKS),
    { equal: (a, b) => a.join() === b.join() },
  );
  private readonly filling = apiResource({
    params: () => (this.fleet.ready() ? this.disks() : undefined),
    subject: () => true,
    loader: async (ids) => new Map((await Promise.all(ids.map((id) => this.soonFull(id)))).flat()),
  });
  /** Half of what there is to tell would be a lie. */
  protected readonly known = computed(() => this.filling.ready() || this.filling.error() !== null);
  protected readonly presets = computed(() => {
    const now = this.clock.now();
    const from = {
      pcs: this.fleet.agents(),
      filling: this.filling.value() ?? new Map<string, string>(),
      waiting: this.approvals.waiting().map(({ agent_id }) => agent_id),
    };
    return [...ALERT_SEVERITIES].reverse().map((value) => {
      const choices = { ...this.own(), health_from: value };
      const told = toldNow(choices, from, now);
      const missing = leftOut(choices, from, now);
      return { value, ...PRESETS[value], now: nowWords(told, missing) };
    });
  });

  private async soonFull(id: string): Promise<[string, string][]> {
    const { items } = await this.api.forecast(id);
    const soon = items.find(
      ({ metric, in_days }) => metric === 'disk_used' && in_days <= DISK_SOON_DAYS,
    );
    return soon ? [[id, soon.summary]] : [];
  }
}

function nowWords(told: readonly string[], missing: string): string {
  const rest = told.length - MOST;
  const listed = [...told.slice(0, MOST), ...(rest > 0 ? [`${rest} more`] : [])].join(' · ');
  return [
    listed === '' ? '' : `Right now you would hear of: ${listed}.`,
    missing === '' ? '' : `It leaves out ${missing}.`,
  ]
    .filter((words) => words !== '')
    .join(' ');
}
