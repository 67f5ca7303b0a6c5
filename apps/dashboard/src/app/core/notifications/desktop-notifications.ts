import { Injectable, effect, inject, signal } from '@angular/core';
import { Router } from '@angular/router';
import { Notifications, type NotificationItem } from './notifications';

type Permission = NotificationPermission | 'unsupported';

/**
 * Notifications for somebody who looks elsewhere, through the browser. Requested by a button and by nothing
 * else; a click opens the page, and nothing can be decided in the notification itself.
 */
@Injectable({ providedIn: 'root' })
export class DesktopNotifications {
  private readonly router = inject(Router);
  private readonly granted = signal<Permission>(
    'Notification' in globalThis ? Notification.permission : 'unsupported',
  );
  readonly permission = this.granted.asReadonly();

  constructor() {
    const notifications = inject(Notifications);
    effect(() => {
      const item = notifications.newest();
      if (item) this.show(item);
    });
  }

  async ask(): Promise<void> {
    if (this.granted() !== 'default') return;
    this.granted.set(await Notification.requestPermission());
  }

  private show({ id, text, path }: NotificationItem): void {
    if (this.granted() !== 'granted' || document.hasFocus()) return;
    const note = new Notification('kenny', { body: text, tag: id });
    note.addEventListener('click', () => {
      window.focus();
      note.close();
      void this.router.navigateByUrl(path);
    });
  }
}
