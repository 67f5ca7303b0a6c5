import { Injectable, effect, inject, signal } from '@angular/core';
import { Router } from '@angular/router';
import { News, type NewsItem } from './news';

type Permission = NotificationPermission | 'unsupported';

/**
 * News for somebody who looks elsewhere, through the browser. Asked for by a button and by nothing
 * else; a click opens the page, and nothing can be decided in the notification itself.
 */
@Injectable({ providedIn: 'root' })
export class DesktopNotes {
  private readonly router = inject(Router);
  private readonly granted = signal<Permission>(
    'Notification' in globalThis ? Notification.permission : 'unsupported',
  );
  readonly permission = this.granted.asReadonly();

  constructor() {
    const news = inject(News);
    effect(() => {
      const item = news.newest();
      if (item) this.show(item);
    });
  }

  async ask(): Promise<void> {
    if (this.granted() !== 'default') return;
    this.granted.set(await Notification.requestPermission());
  }

  private show({ id, text, path }: NewsItem): void {
    if (this.granted() !== 'granted' || document.hasFocus()) return;
    const note = new Notification('kenny', { body: text, tag: id });
    note.addEventListener('click', () => {
      window.focus();
      note.close();
      void this.router.navigateByUrl(path);
    });
  }
}
