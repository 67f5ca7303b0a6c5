import { afterNextRender, Component, DestroyRef, effect, inject, signal } from '@angular/core';
import { RouterOutlet } from '@angular/router';
import { ApprovalsStore } from '../core/approvals/approvals-store';
import { ChatList } from '../core/chat/chat-list';
import { FleetStore } from '../core/fleet/fleet-store';
import { LiveSocket } from '../core/live/live-socket';
import { nextTask } from '../core/next-task';
import { Session } from '../core/session/session';
import { ConnectionBanner } from './connection-banner';
import { LiveNews } from './live-news';
import { Palette } from './palette';
import { Rail } from './rail';

/** Around every page: the rail, what is live, the palette. */
@Component({
  selector: 'kenny-shell',
  imports: [ConnectionBanner, LiveNews, Palette, Rail, RouterOutlet],
  template: `
    <a class="skip" href="#content">Skip to the page</a>
    <kenny-rail />
    <div class="body" [class.stale]="banner.lost()">
      <header><kenny-palette /></header>
      <kenny-connection #banner />
      <main id="content" tabindex="-1">
        @if (framed()) {
          <router-outlet />
        }
      </main>
    </div>
    @if (framed()) {
      <kenny-news />
    }
  `,
  styleUrl: './shell.css',
})
export class Shell {
  protected readonly socket = inject(LiveSocket);
  /** The frame is drawn first, the page in the next task. */
  protected readonly framed = signal(false);

  constructor() {
    afterNextRender(() => void nextTask().then(() => this.framed.set(true)));
    const fleet = inject(FleetStore);
    const approvals = inject(ApprovalsStore);
    const chats = inject(ChatList);
    const session = inject(Session);
    effect(() => {
      if (!session.me()) return;
      this.socket.connect();
      fleet.start();
      if (session.reaches('operator')) approvals.start();
    });
    // A server that refuses the socket because nobody is logged in any more says so only here.
    effect(() => {
      if (this.socket.state() === 'waiting') void session.check();
    });
    inject(DestroyRef).onDestroy(() => {
      fleet.clear();
      approvals.clear();
      chats.clear();
      this.socket.disconnect();
    });
  }
}
