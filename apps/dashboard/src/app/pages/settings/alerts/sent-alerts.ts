import { Component, inject } from '@angular/core';
import { RouterLink } from '@angular/router';
import type { AlertDeliveryState, AlertDeliveryView } from '@kenny/contract/web';
import { ApiClient } from '../../../core/http/api-client';
import { apiResource } from '../../../core/http/api-resource';
import { RelativeTime } from '../../../ui/relative-time';
import { ResourceStateNote } from '../../../ui/resource-state';
import { UntrustedText } from '../../../ui/untrusted-text';

const STATE_WORDS: Readonly<Record<AlertDeliveryState, string>> = {
  ...{ waiting: 'Next try', sent: 'Delivered', failed: 'Not delivered', in_digest: 'In a digest' },
};

/** What somebody was told, where, when, and what the other end said. */
@Component({
  selector: 'kenny-sent-alerts',
  imports: [RelativeTime, ResourceStateNote, RouterLink, UntrustedText],
  template: `
    <section aria-labelledby="sent-title">
      <div class="head"><h2 id="sent-title">Sent to you</h2></div>
      @if (list.value(); as list) {
        <ul class="panel rows" aria-label="Sent to you">
          @for (alert of list.items; track alert.id) {
            <li>
              <div class="what">
                <a [routerLink]="alert.page"><kenny-untrusted [text]="alert.title" /></a>
                <span class="dim"> · <kenny-time [at]="alert.at" /></span>
                @for (one of alert.deliveries; track one.id) {
                  <p [class.bad]="one.state === 'failed'" [class.dim]="one.state !== 'failed'">
                    {{ stateWords(one) }} <kenny-time [at]="one.at" /> ·
                    <kenny-untrusted [text]="one.channel" />
                    @if (one.state !== 'sent' && one.answer; as answer) {
                      · <kenny-untrusted [text]="answer" />
                    }
                  </p>
                }
              </div>
            </li>
          } @empty {
            <li>Nothing yet. Alerts of the last 30 days are listed here.</li>
          }
        </ul>
      }
      <kenny-resource-state [of]="list" />
    </section>
  `,
  styleUrl: '../../../ui/headed-rows.css',
})
export class SentAlerts {
  private readonly api = inject(ApiClient);
  protected readonly list = apiResource({ loader: () => this.api.alerts() });
  protected readonly stateWords = ({ state }: AlertDeliveryView) => STATE_WORDS[state];
}
