import { Component, computed, inject, signal, viewChild } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { RouterLink, RouterLinkActive, RouterOutlet } from '@angular/router';
import { ChatList } from '../../core/chat/chat-list';
import { History } from './history';

/** Ask and act: conversations beside the one that is open. */
@Component({
  selector: 'kenny-chat',
  imports: [History, MatButton, RouterLink, RouterLinkActive, RouterOutlet],
  template: `
    <aside [class.open]="listed()" aria-label="Conversations">
      <div class="bar">
        <a
          matButton="outlined"
          routerLink="/chat"
          routerLinkActive="here"
          [routerLinkActiveOptions]="{ exact: true }"
          (click)="listed.set(false)"
          >New conversation</a
        >
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
  host: { '[class.alone]': 'alone()' },
})
export class Chat {
  private readonly list = inject(ChatList);
  private readonly found = viewChild(History);
  /** Before the first conversation there is nothing to list: on a phone, nothing is then shown of it. */
  protected readonly alone = computed(
    () => this.list.ready() && this.list.items().length === 0 && this.found()?.words() === '',
  );
  /** On a phone the list is out of the way until it is asked for. */
  protected readonly listed = signal(false);
}
