import { Component, DestroyRef, computed, inject, linkedSignal } from '@angular/core';
import type { AuditLoss, ServerCondition } from '@kenny/contract/web';
import { ApiClient } from '../core/http/api-client';
import { apiResource } from '../core/http/api-resource';
import { LiveSocket } from '../core/subscriptions/live-socket';
import { RelativeTime } from '../ui/relative-time';

/** Poll interval: the notice is at most this old. */
export const ASK_EVERY_MS = 15_000;

interface Told {
  readonly conditions: readonly ServerCondition[];
  /** Only while changes are held. */
  readonly loss: AuditLoss | null;
}

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
          PCs, lists and reads work as usual.
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
  private readonly connections = linkedSignal<string, number>({
    source: this.socket.state,
    computation: (state, before) => (before?.value ?? 0) + (state === 'open' ? 1 : 0),
  });
  private readonly state = apiResource({
    params: () => this.connections() || undefined,
    loader: () => this.ask(),
    subject: () => true,
  });
  protected readonly conditions = computed(() => this.state.value()?.conditions ?? []);
  protected readonly lastRowAt = computed(() => this.state.value()?.loss?.kept.at ?? null);
  private told: Told = { conditions: [], loss: null };

  constructor() {
    const timer = setInterval(() => {
      if (this.socket.state() === 'open' && !document.hidden) this.state.reload();
    }, ASK_EVERY_MS);
    inject(DestroyRef).onDestroy(() => clearInterval(timer));
  }

  protected headingOf({ kind, stops }: ServerCondition): string {
    if (kind === 'held') return 'Changes are held.';
    if (kind === 'demo') return 'This is a demo.';
    return stops ? 'The server has a problem.' : 'Look at the server.';
  }

  /** The notice comes whole, so that it pushes the page down once. */
  private async ask(): Promise<Told> {
    try {
      const { conditions } = await this.api.readiness();
      const isHeld = conditions.some(({ kind }) => kind === 'held');
      const loss = isHeld ? (this.told.loss ?? (await this.whatIsLost())) : null;
      this.told = { conditions, loss };
    } catch {
      // The banner beside it says that there is no connection.
    }
    return this.told;
  }

  /** Only a detail: changes are held with or without it. */
  private whatIsLost(): Promise<AuditLoss | null> {
    return this.api.auditLoss().then(
      ({ loss }) => loss,
      () => null,
    );
  }
}
