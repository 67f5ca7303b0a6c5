import { Component, computed, effect, inject, untracked } from '@angular/core';
import { ApiClient } from '../core/http/api-client';
import { Loaded } from '../core/http/loaded';
import { LiveSocket } from '../core/live/live-socket';
import { RelativeTime } from '../pieces/relative-time';

/**
 * Says on every page that no change runs, and what to do. A server is held from its start on, and
 * whoever lets it go on ends every login: so it is asked once for each connection.
 */
@Component({
  selector: 'kenny-held',
  imports: [RelativeTime],
  template: `<div role="status">
    @if (lost(); as loss) {
      <p>
        <strong>Changes are held.</strong> {{ loss.message }}
        @if (loss.kept.at; as at) {
          The last row that is still there was written <kenny-time [at]="at" />.
        }
        PCs, lists and reads work as always.
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
export class HeldNotice {
  private readonly api = inject(ApiClient);
  private readonly socket = inject(LiveSocket);
  // Without an answer nothing is said: that there is no connection says the banner beside it.
  private readonly state = new Loaded(() => this.api.auditLoss());
  protected readonly lost = computed(() => this.state.value()?.loss ?? null);

  constructor() {
    effect(() => {
      if (this.socket.state() === 'open') untracked(() => void this.state.load());
    });
  }
}
