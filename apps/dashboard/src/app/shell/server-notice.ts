import { Component, DestroyRef, computed, effect, inject, untracked } from '@angular/core';
import type { AuditLoss, ServerCondition } from '@kenny/contract/web';
import { ApiClient } from '../core/http/api-client';
import { Loaded } from '../core/http/loaded';
import { LiveSocket } from '../core/subscriptions/live-socket';
import { RelativeTime } from '../ui/relative-time';

/** How old what is said here may be. */
export const ASK_EVERY_MS = 15_000;

/** Says on every page what the server lacks for its work, in the server's own words. */
@Component({
  selector: 'kenny-server-notice',
  imports: [RelativeTime],
  template: `<div role="status">
    @for (condition of conditions(); track condition.kind) {
      <p>
        <strong>{{ headingOf(condition) }}</strong> {{ condition.message }}
        @if (condition.kind === 'held') {
          @if (lastRowAt(); as at) {
            The last row that is still there was written <kenny-time [at]="at" />.
          }
          PCs, lists and reads work as always.
        }
      </p>
    }
  </div>`,
  styles: `
    p {
      margin: 0;
      padding: 6px 24px;
      background: var(--warn-bg);
      border-bottom: 1px solid var(--line);
      overflow-wrap: anywhere;
    }
    @media (max-width: 760px) {
      p {
        padding-inline: 12px;
      }
    }
  `,
})
export class ServerNotice {
  private readonly api = inject(ApiClient);
  private readonly socket = inject(LiveSocket);
  // Without an answer nothing is said: that there is no connection says the banner beside it.
  private readonly state = new Loaded(() => this.ask());
  protected readonly conditions = computed(() => this.state.value()?.conditions ?? []);
  protected readonly lastRowAt = computed(() => this.state.value()?.loss?.kept.at ?? null);
  private loss: AuditLoss | null = null;

  constructor() {
    effect(() => {
      if (this.socket.state() === 'open') untracked(() => void this.state.load());
    });
    const timer = setInterval(() => {
      if (this.socket.state() === 'open' && !document.hidden) void this.state.load();
    }, ASK_EVERY_MS);
    inject(DestroyRef).onDestroy(() => clearInterval(timer));
  }

  protected headingOf({ kind, stops }: ServerCondition): string {
    if (kind === 'held') return 'Changes are held.';
    return stops ? 'The server cannot do its work.' : 'Look at the server.';
  }

  /** The notice comes whole, so that it pushes the page down once. */
  private async ask() {
    const { conditions } = await this.api.readiness();
    const isHeld = conditions.some(({ kind }) => kind === 'held');
    this.loss = isHeld ? (this.loss ?? (await this.whatIsLost())) : null;
    return { conditions, loss: this.loss };
  }

  /** Only a detail: changes are held with or without it. */
  private async whatIsLost(): Promise<AuditLoss | null> {
    try {
      return (await this.api.auditLoss()).loss;
    } catch {
      return null;
    }
  }
}
