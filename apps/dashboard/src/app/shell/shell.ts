import { Component, computed, DestroyRef, effect, inject, Injector } from '@angular/core';
import { Router, RouterOutlet } from '@angular/router';
import { ApprovalsStore } from '../core/approvals/approvals-store';
import { ChatList } from '../core/chat/chat-list';
import { FleetStore } from '../core/fleet/fleet-store';
import { PageTitle } from '../core/navigation/page-title';
import { jumpLine } from '../core/keys/keys';
import { onKey, SingleKeys } from '../core/keys/single-keys';
import { showBadge, wantsWorker } from '../core/notifications/app-worker';
import { LiveSocket } from '../core/subscriptions/live-socket';
import { partByPart } from '../core/scheduling/scheduler';
import { Session } from '../core/session/session';
import { WaitingTasks } from '../core/tasks/waiting-tasks';
import { navigationFor } from '../pages/navigation';
import { ConnectionBanner } from './connection-banner';
import { NotificationList } from './notification-list';
import { Palette } from './palette';
import { Rail } from './rail';
import { ServerNotice } from './server-notice';

/** Around every page: the rail, what is live, the palette. */
@Component({
  selector: 'kenny-shell',
  imports: [ConnectionBanner, NotificationList, Palette, Rail, RouterOutlet, ServerNotice],
  template: `
    <a class="skip" href="#content">Skip to content</a>
    <kenny-rail />
    @if (drawn() > 0) {
      <div class="body" [class.stale]="banner.lost()">
        <header><kenny-palette /></header>
        <kenny-connection #banner />
        <kenny-server-notice />
        <main id="content" tabindex="-1">
          @if (drawn() > 1) {
            <router-outlet />
          }
        </main>
      </div>
    }
    @if (drawn() > 2) {
      <kenny-notifications />
    }
  `,
  styleUrl: './shell.css',
})
export class Shell {
  protected readonly socket = inject(LiveSocket);
  /** The rail first, then what is around the page, the page, and the notifications over it. */
  protected readonly drawn = partByPart(
    () => 3,
    () => true,
  );

  constructor() {
    const fleet = inject(FleetStore);
    const approvals = inject(ApprovalsStore);
    const chats = inject(ChatList);
    const session = inject(Session);
    const title = inject(PageTitle);
    const tasks = inject(WaitingTasks);
    // Each once: a task that waits for a request is that request.
    const waiting = computed(() => approvals.waiting().length + tasks.beside().length);
    effect(() => title.setWaiting(waiting()));
    effect(() => {
      if (approvals.ready() || tasks.ready()) showBadge(waiting());
    });
    effect(() => {
      if (!session.me()) return;
      this.socket.connect();
      fleet.start();
      tasks.start();
      if (session.reaches('operator')) approvals.start();
    });
    // A server that refuses the socket because nobody is logged in any more says so only here.
    effect(() => {
      if (this.socket.state() === 'waiting') void session.check();
    });
    this.listen(session);
    if (wantsWorker()) void startWorker(inject(Injector));
    inject(DestroyRef).onDestroy(() => {
      fleet.clear();
      approvals.clear();
      tasks.clear();
      title.setWaiting(0);
      showBadge(0);
      chats.clear();
      this.socket.disconnect();
    });
  }

  /** To each page by its letter, and to the list of all keys. */
  private listen(session: Session): void {
    const [injector, keys, router] = [inject(Injector), inject(SingleKeys), inject(Router)];
    for (const { letter, name, path } of navigationFor(session)) {
      keys.on(jumpLine(letter, name).keys, () => void router.navigateByUrl(path), injector);
    }
    onKey('help', () => void import('./keys-dialog').then(({ openKeys }) => openKeys(injector)));
  }
}

async function startWorker(injector: Injector): Promise<void> {
  const { BrowserPush } = await import('../core/notifications/browser-push');
  await injector.get(BrowserPush).start();
}
