import { Component, computed, inject, signal } from '@angular/core';
import { ApiClient } from '../../../core/http/api-client';
import { apiResource } from '../../../core/http/api-resource';
import { Session } from '../../../core/session/session';
import { AlertChannels } from './alert-channels';
import { NotifiedBrowsers } from './notified-browsers';
import { OwnAlerts } from './own-alerts';
import { SentAlerts } from './sent-alerts';

/** What somebody hears of while no page is open, where, and whether it arrived. */
@Component({
  selector: 'kenny-alerts',
  imports: [AlertChannels, NotifiedBrowsers, OwnAlerts, SentAlerts],
  template: `
    <div class="head"><h2>Alerts</h2></div>
    @if (known()) {
      @if (unheard()) {
        <p class="notice">
          <strong>Nothing reaches you yet.</strong> While no page of kenny is open, you hear of
          nothing: turn on this browser, or add a channel.
        </p>
      }
      <kenny-notified-browsers [list]="browsers" (turnedOn)="own.begin()" />
      @if (admin) {
        <kenny-alert-channels [channels]="channels" (added)="own.useNew($event)" />
      }
      <kenny-own-alerts
        #own
        [channels]="channels"
        [stored]="choices"
        [admin]="admin"
        [browserless]="browserless()"
        (reaches)="reaches.set($event)"
      />
      <kenny-sent-alerts />
    } @else {
      <p class="dim later" role="status">Loading…</p>
    }
  `,
  styleUrl: '../../../ui/headed-rows.css',
  styles: `
    .notice {
      margin: 0 0 14px;
      padding: 10px 14px;
      border-radius: 8px;
      background: var(--warn-bg);
    }
  `,
  host: { class: 'in-order' },
})
export class Alerts {
  private readonly api = inject(ApiClient);
  protected readonly admin = inject(Session).reaches('admin');
  protected readonly channels = apiResource({ loader: () => this.api.alertChannels() });
  protected readonly browsers = apiResource({ loader: () => this.api.pushBrowsers() });
  protected readonly choices = apiResource({ loader: () => this.api.alertChoices() });
  /** What somebody has chosen reaches them; not known at first. */
  protected readonly reaches = signal<boolean | undefined>(undefined);
  /** All, or why not: what comes later would move the page. */
  protected readonly known = computed(() =>
    [this.channels, this.browsers, this.choices].every(
      (one) => one.ready() || one.error() !== null,
    ),
  );
  protected readonly browserless = computed(() => this.browsers.value()?.items.length === 0);
  protected readonly unheard = computed(() => this.browserless() && this.reaches() === false);
}
