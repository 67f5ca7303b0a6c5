import { Component, computed, inject } from '@angular/core';
import { MatIconButton } from '@angular/material/button';
import { toSignal } from '@angular/core/rxjs-interop';
import { Router, RouterLink } from '@angular/router';
import { DesktopNotifications } from '../core/notifications/desktop-notifications';
import { Notifications, type NotificationItem } from '../core/notifications/notifications';
import { RequestsInView } from '../core/notifications/requests-in-view';
import { Icon } from '../ui/icon';
import type { IconName } from '../ui/icons';

const ICONS: Readonly<Record<NotificationItem['kind'], IconName>> = {
  ...{ approval: 'approvals', critical: 'warning', added: 'pc', failed: 'warning' },
  withdrawn: 'approvals',
};

/**
 * What has happened meanwhile: a few lines in the corner, and words for screen readers (an approval
 * at once, the rest when there is a pause). The focus stays where it is.
 */
@Component({
  selector: 'kenny-notifications',
  imports: [Icon, MatIconButton, RouterLink],
  template: `
    <div class="unseen" aria-live="assertive">{{ urgent() }}</div>
    <div class="unseen" aria-live="polite">{{ quiet() }}</div>
    @if (items().length > 0) {
      <ul aria-label="Notifications" [class.over]="isWriting()">
        @for (item of items(); track item.kind + item.id) {
          <li>
            <kenny-icon [name]="icons[item.kind]" />
            <a [routerLink]="item.path" (click)="putAway(item)">{{ item.text }}</a>
            <button
              type="button"
              matIconButton
              [attr.aria-label]="'Put away: ' + item.text"
              (click)="putAway(item)"
            >
              <kenny-icon name="close" />
            </button>
          </li>
        }
      </ul>
    }
  `,
  styles: `
    ul {
      position: fixed;
      right: 16px;
      bottom: calc(16px + var(--bottom-bar));
      z-index: 5;
      display: grid;
      gap: 8px;
      width: min(380px, calc(100vw - 32px));
      margin: 0;
      padding: 0;
      list-style: none;
    }
    ul.over {
      top: 64px;
      bottom: auto;
    }
    li {
      /* The page that shows it itself has this long to do so. */
      animation: appear 0s 400ms both;
      display: flex;
      align-items: center;
      gap: 10px;
      padding: 4px 4px 4px 14px;
      background: var(--panel);
      border: 1px solid var(--field-line);
      border-radius: var(--r);
      box-shadow: var(--mat-sys-level2);
    }
    a {
      flex: 1;
      overflow-wrap: anywhere;
    }
  `,
  host: { role: 'region', 'aria-label': 'Notifications' },
})
export class NotificationList {
  protected readonly icons = ICONS;
  private readonly notifications = inject(Notifications);
  private readonly inView = inject(RequestsInView).ids;
  private readonly router = inject(Router);
  private readonly moved = toSignal(this.router.events);
  /**
   * Nothing lies over the page that it leads to, least of all over an approve button, and nothing says
   * what the page shows already.
   */
  protected readonly items = computed(() => {
    this.moved();
    const { url } = this.router;
    const inView = this.inView();
    return this.notifications
      .items()
      .filter(
        ({ id, kind, path }) =>
          url !== path &&
          !url.includes(encodeURIComponent(id)) &&
          !(kind === 'approval' && (inView.has(id) || url.startsWith('/approvals'))),
      );
  });
  /** Where people write at the foot of the page, it stays out of their way. */
  protected readonly isWriting = computed(() => {
    this.moved();
    return /^\/(chat|tasks)\b/.test(this.router.url);
  });
  protected readonly urgent = computed(() => this.words(true));
  protected readonly quiet = computed(() => this.words(false));

  constructor() {
    // From here on they are shown outside of the page too, where somebody has allowed it.
    inject(DesktopNotifications);
  }

  protected putAway(item: NotificationItem): void {
    this.notifications.putAway(item);
  }

  private words(isUrgent: boolean): string {
    const newest = this.notifications.newest();
    return newest && (newest.kind === 'approval') === isUrgent ? newest.text : '';
  }
}
