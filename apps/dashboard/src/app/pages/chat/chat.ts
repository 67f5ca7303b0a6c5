import { Component, signal } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { RouterLink, RouterOutlet } from '@angular/router';
import { History } from './history';

/** Ask and act: conversations beside the one that is open. */
@Component({
  selector: 'kenny-chat',
  imports: [History, MatButton, RouterLink, RouterOutlet],
  template: `
    <aside [class.open]="listed()" aria-label="Conversations">
      <div class="bar">
        <a matButton="outlined" routerLink="/chat" (click)="listed.set(false)">New conversation</a>
        <button
          type="button"
          class="toggle"
          matButton="text"
          [attr.aria-expanded]="listed()"
          (click)="listed.set(!listed())"
        >
          {{ listed() ? 'Hide the list' : 'All conversations' }}
        </button>
      </div>
      <kenny-history (opened)="listed.set(false)" />
    </aside>
    <div class="talk"><router-outlet /></div>
  `,
  styleUrl: './chat.css',
})
export class Chat {
  /** On a phone the list is out of the way until it is asked for. */
  protected readonly listed = signal(false);
}
