import { Component, inject, signal } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { Session } from '../core/session/session';
import { WhoIsIt } from './who-is-it';
import { YouMenu } from './you-menu';

/** Who works here. The menu behind it comes after the page, or when somebody wants it. */
@Component({
  selector: 'kenny-user-menu',
  imports: [MatButton, WhoIsIt, YouMenu],
  template: `
    @if (me(); as me) {
      @defer (on timer(1s); when wanted()) {
        <kenny-you-menu [me]="me" [opened]="wanted()" />
      } @placeholder {
        <button
          type="button"
          matButton="text"
          aria-haspopup="menu"
          aria-expanded="false"
          (click)="wanted.set(true)"
        >
          <span class="unseen">You: </span><kenny-who [me]="me" />
        </button>
      }
    }
  `,
  styles: `
    button[matButton] {
      --mat-button-text-label-text-color: var(--ink-2);
      max-width: 100%;
    }
  `,
})
export class UserMenu {
  protected readonly me = inject(Session).me;
  protected readonly wanted = signal(false);
}
