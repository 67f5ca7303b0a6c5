import { Component, computed, inject } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { LiveSocket } from '../core/live/live-socket';
import { PageClock } from '../core/time/clock';
import { relativeTime } from '../core/time/relative';

/** A hiccup shorter than this is not worth a word. */
const PATIENCE_MS = 1_500;

/** Says that what is shown is old, and how old; nothing is hidden meanwhile. */
@Component({
  selector: 'kenny-connection',
  imports: [MatButton],
  template: `<div role="status">
    @if (lost()) {
      <p>
        <strong>No connection to the server.</strong>
        {{ age() }} kenny tries again by itself.
        <button type="button" matButton="outlined" (click)="reconnect()">Try now</button>
      </p>
    }
  </div>`,
  styles: `
    p {
      margin: 0;
      padding: 6px 24px;
      background: var(--warn-bg);
      border-bottom: 1px solid var(--line);
    }
  `,
})
export class ConnectionBanner {
  private readonly socket = inject(LiveSocket);
  private readonly clock = inject(PageClock);

  protected readonly lost = computed(() => {
    const state = this.socket.state();
    if (state === 'open' || state === 'idle') return false;
    const since = this.socket.brokenSince();
    return since !== null && this.clock.now() - since >= PATIENCE_MS;
  });
  protected readonly age = computed(() => {
    const heard = this.socket.lastHeard();
    if (heard === null) return 'Nothing has come yet.';
    const age = relativeTime(heard, this.clock.now());
    return age === 'now' ? 'What you see was true just now.' : `What you see is from ${age}.`;
  });

  protected reconnect(): void {
    this.socket.reconnectNow();
  }
}
