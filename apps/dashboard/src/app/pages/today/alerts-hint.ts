import { Component, computed, inject } from '@angular/core';
import { MatButton, MatIconButton } from '@angular/material/button';
import { RouterLink } from '@angular/router';
import { ApiClient } from '../../core/http/api-client';
import { apiResource } from '../../core/http/api-resource';
import { keptChoice } from '../../core/preferences/kept-choice';
import { Session } from '../../core/session/session';
import { Icon } from '../../ui/icon';

/** Says once, to whoever is told of nothing while no page is open, where that is changed. */
@Component({
  selector: 'kenny-alerts-hint',
  imports: [Icon, MatButton, MatIconButton, RouterLink],
  template: `
    @if (asks() && told.busy() && told.value() === undefined) {
      <span class="later"></span>
    } @else if (unheard()) {
      <p class="panel">
        <span
          ><strong>Alerts are off.</strong> While no page of kenny is open, nothing tells you of a
          request or of a PC in trouble.</span
        >
        <a matButton="text" routerLink="/settings/alerts">Set up alerts</a>
        <button
          type="button"
          matIconButton
          aria-label="Dismiss: set up alerts"
          (click)="hint.choose('dismissed')"
        >
          <kenny-icon name="close" />
        </button>
      </p>
    }
  `,
  styles: `
    :host {
      display: block;
    }
    p {
      display: flex;
      align-items: center;
      gap: 4px 8px;
      margin: 14px 0 0;
      padding: 4px 4px 4px 14px;
    }
    span {
      flex: 1 1 240px;
    }
  `,
})
export class AlertsHint {
  private readonly api = inject(ApiClient);
  private readonly session = inject(Session);
  /** For this browser. */
  protected readonly hint = keptChoice('kenny.alerts_hint', ['shown', 'dismissed'], 'shown');
  /** A viewer has no alerts. */
  protected readonly asks = computed(
    () => this.session.reaches('operator') && this.hint.choice() === 'shown',
  );
  protected readonly told = apiResource({
    params: () => this.asks() || undefined,
    loader: async () => {
      const [{ channels }, { items }] = await Promise.all([
        this.api.alertChoices(),
        this.api.pushBrowsers(),
      ]);
      return channels.length > 0 || items.length > 0;
    },
  });
  /** Not while it is not known. */
  protected readonly unheard = computed(() => this.asks() && this.told.value() === false);
}
