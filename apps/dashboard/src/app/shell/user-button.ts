import { Component, computed, ElementRef, inject, signal, viewChild } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { accessWords } from '../core/session/access-words';
import { Session } from '../core/session/session';
import { LiveSocket } from '../core/subscriptions/live-socket';
import { Icon } from '../ui/icon';
import { UserMenu } from './user-menu';

/**
 * Who works here. The menu behind it comes after the page, or when somebody wants it; the button is
 * the same one before and after, so that no focus is lost.
 */
@Component({
  selector: 'kenny-user-button',
  imports: [Icon, MatButton, UserMenu],
  template: `
    @if (me(); as me) {
      <button
        #button
        type="button"
        matButton="text"
        aria-haspopup="menu"
        [attr.aria-expanded]="wanted()"
        (click)="wanted.set(true)"
      >
        <span class="unseen">You: </span>
        <kenny-icon name="user" />
        <span class="who">
          <bdi>{{ me.name }}</bdi>
          @if (access(); as words) {
            <span class="dim scope"><span class="unseen"> · </span>{{ words }}</span>
          }
          <span class="dim live" [class.off]="!live()" [class.unknown]="!heard()" [title]="words()">
            <span class="unseen"> · </span>{{ live() ? 'Live' : 'Not live' }}
          </span>
        </span>
      </button>
      @defer (on timer(1s); when wanted()) {
        <kenny-user-menu [wanted]="wanted()" (closed)="close()" />
      }
    }
  `,
  styles: `
    :host {
      position: relative;
      display: block;
    }
    button {
      height: auto;
      min-height: 44px;
      --mat-button-text-label-text-color: var(--ink-2);
      max-width: 100%;
    }
    kenny-icon {
      margin-right: 6px;
    }
    .who {
      display: inline-block;
      text-align: left;
      vertical-align: middle;
    }
    bdi {
      overflow-wrap: anywhere;
    }
    .scope {
      display: block;
      font-size: 12px;
      font-weight: 400;
    }
    .live {
      display: flex;
      align-items: center;
      gap: 6px;
      font-size: 12px;
      font-weight: 400;
    }
    /* Its place is kept. */
    .live.unknown {
      visibility: hidden;
    }
    .live::before {
      content: '';
      box-sizing: border-box;
      width: 8px;
      height: 8px;
      border: 2px solid var(--ok);
      border-radius: 50%;
      background: var(--ok);
    }
    .live.off::before {
      border-color: var(--warn-mark);
      background: none;
    }
    @media (max-width: 760px) {
      .scope {
        display: none;
      }
    }
  `,
})
export class UserButton {
  private readonly button = viewChild<unknown, ElementRef<HTMLElement>>('button', {
    read: ElementRef,
  });
  private readonly socket = inject(LiveSocket);
  protected readonly me = inject(Session).me;
  /** Before the first connection there is nothing to say. */
  protected readonly heard = computed(() => this.socket.lastHeard() !== null);
  protected readonly live = computed(() => this.socket.state() === 'open');
  protected readonly words = computed(() =>
    this.live() ? 'Pages follow what happens' : 'Not connected to the server',
  );
  /** Nothing where the name says it already. */
  protected readonly access = computed(() => {
    const me = this.me();
    const words = me ? accessWords(me) : '';
    return words === me?.name.toLowerCase() ? '' : words;
  });
  protected readonly wanted = signal(false);

  protected close(): void {
    this.wanted.set(false);
    this.button()?.nativeElement.focus();
  }
}
