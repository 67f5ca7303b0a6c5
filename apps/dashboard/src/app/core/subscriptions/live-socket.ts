import { Injectable, inject, signal } from '@angular/core';
import { LiveConnection, type ConnectionFacts, type OpenSocket } from '@kenny/client';
import { WS_PATH } from '@kenny/contract/web';
import { systemClock } from '@kenny/kernel';
import { SessionEnd } from '../http/session-end';

/** The browser's own, which carries the session's cookie to our origin. */
const openSocket: OpenSocket = (events) => {
  const address = new URL(WS_PATH, location.href);
  address.protocol = address.protocol.replace('http', 'ws');
  const socket = new WebSocket(address);
  socket.addEventListener('open', () => events.opened());
  socket.addEventListener('message', ({ data }) => events.message(String(data)));
  socket.addEventListener('close', ({ code, reason }) => events.closed({ code, reason }));
  return socket;
};

/** The one connection of the page, as signals. */
@Injectable({ providedIn: 'root' })
export class LiveSocket {
  private readonly sessionEnd = inject(SessionEnd);
  private readonly connection = signal<ConnectionFacts['state']>('idle');
  private readonly heardAt = signal<number | null>(null);
  private readonly brokeAt = signal<number | null>(null);
  private readonly live = new LiveConnection({
    open: openSocket,
    clock: systemClock,
    changed: ({ state, lastHeard, brokenSince }) => {
      this.connection.set(state);
      this.heardAt.set(lastHeard);
      this.brokeAt.set(brokenSince);
    },
    // A page always comes back, unless its access has ended.
    ended: ({ reason }) => this.sessionEnd.tell(reason),
  });

  readonly state = this.connection.asReadonly();
  readonly lastHeard = this.heardAt.asReadonly();
  readonly brokenSince = this.brokeAt.asReadonly();
  readonly whenOpen: LiveConnection['whenOpen'] = (tell) => this.live.whenOpen(tell);
  readonly on: LiveConnection['on'] = (event, tell) => this.live.on(event, tell);
  readonly request: LiveConnection['request'] = (action, payload) =>
    this.live.request(action, payload);

  constructor() {
    // A socket may take minutes to notice by itself.
    window.addEventListener('offline', () => this.live.lost());
    window.addEventListener('online', () => this.live.reconnectNow());
  }

  connect(): void {
    this.live.connect();
  }

  disconnect(): void {
    this.live.disconnect();
  }

  reconnectNow(): void {
    this.live.reconnectNow();
  }
}
