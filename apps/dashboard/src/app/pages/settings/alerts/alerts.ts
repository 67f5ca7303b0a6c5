import { Component, inject } from '@angular/core';
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
    <kenny-notified-browsers />
    @if (admin) {
      <kenny-alert-channels [channels]="channels" (added)="own.use($event, true)" />
    }
    <kenny-own-alerts #own [channels]="channels" [admin]="admin" />
    <kenny-sent-alerts />
  `,
  host: { class: 'in-order' },
})
export class Alerts {
  private readonly api = inject(ApiClient);
  protected readonly admin = inject(Session).reaches('admin');
  protected readonly channels = apiResource({ loader: () => this.api.alertChannels() });
}
