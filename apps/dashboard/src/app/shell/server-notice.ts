import { Component, DestroyRef, computed, effect, inject, untracked } from '@angular/core';
import { ApiClient } from '../core/http/api-client';
import { Loaded } from '../core/http/loaded';
import { LiveSocket } from '../core/live/live-socket';

/** How old what is said here may be. */
export const ASK_EVERY_MS = 15_000;

/** Says on every page what the server lacks for its work, in the server's own words. */
@Component({
  selector: 'kenny-server-notice',
  template: `<div role="status">
    @for (condition of conditions(); track condition.kind) {
      <p>
        <strong>{{
          condition.stops ? 'The server cannot do its work.' : 'Look at the server.'
        }}</strong>
        {{ condition.message }}
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
  private readonly state = new Loaded(() => this.api.readiness());
  /** That changes are held has a notice of its own. */
  protected readonly conditions = computed(() =>
    (this.state.value()?.conditions ?? []).filter(({ kind }) => kind !== 'held'),
  );

  constructor() {
    effect(() => {
      if (this.socket.state() === 'open') untracked(() => void this.state.load());
    });
    const timer = setInterval(() => {
      if (this.socket.state() === 'open' && !document.hidden) void this.state.load();
    }, ASK_EVERY_MS);
    inject(DestroyRef).onDestroy(() => clearInterval(timer));
  }
}
