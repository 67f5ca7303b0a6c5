import { Component, computed, inject } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { LiveSocket } from '../core/subscriptions/live-socket';
import { FailedNavigation } from '../core/navigation/failed-navigation';
import { PageClock } from '../core/time/clock';
import { relativeTime } from '../core/time/relative';
import { ServerClock } from '../core/time/server-clock';

/** Shorter interruptions are not reported. */
const PATIENCE_MS = 1_500;

/** Tells how old the data is while the connection is lost; nothing is hidden. */
@Component({
  selector: 'kenny-connection',
  imports: [MatButton],
  template: `<div role="status">
    @if (failed.url() !== null) {
      <p>
        @if (connected()) {
          That page could not be loaded.
        } @else {
          <strong>Not connected.</strong> That page could not be loaded. {{ age() }}
        }
        <button type="button" matButton="outlined" (click)="openAgain()">Try again</button>
      </p>
    } @else if (lost()) {
      <p>
        <strong>No connection to the server.</strong>
        {{ age() }} Reconnecting…
        <button type="button" matButton="outlined" (click)="reconnect()">Try now</button>
      </p>
    }
    @if (skew(); as words) {
      <p>{{ words }}</p>
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
  private readonly server = inject(ServerClock);
  protected readonly failed = inject(FailedNavigation);

  protected readonly connected = computed(() => this.socket.state() === 'open');
  readonly lost = computed(() => {
    const state = this.socket.state();
    if (state === 'open' || state === 'idle') return false;
    const since = this.socket.brokenSince();
    return since !== null && this.clock.now() - since >= PATIENCE_MS;
  });
  protected readonly age = computed(() => {
    const heard = this.socket.lastHeard();
    if (heard === null) return 'No data yet.';
    const now = this.clock.now();
    const seconds = Math.max(0, Math.round((now - heard) / 1_000));
    return `What you see is from ${seconds < 60 ? `${seconds} s ago` : relativeTime(heard, now)}.`;
  });
  protected readonly skew = computed(() => {
    const ahead = this.server.ahead();
    if (ahead === null) return null;
    const minutes = Math.abs(ahead) === 1 ? '1 minute' : `${Math.abs(ahead)} minutes`;
    const words = `The clock of this computer is ${minutes} ${ahead > 0 ? 'ahead of' : 'behind'}`;
    return `${words} the server's: times shown as "ago" are wrong by that.`;
  });

  protected openAgain(): void {
    this.socket.reconnectNow();
    this.failed.again(this.connected());
  }

  protected reconnect(): void {
    this.socket.reconnectNow();
  }
}
