import { afterNextRender, Component, inject, input, viewChild } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { MatMenu, MatMenuItem, MatMenuTrigger } from '@angular/material/menu';
import type { MeView } from '@kenny/contract/web';
import { DesktopNotes } from '../core/news/desktop-notes';
import { Session } from '../core/session/session';
import { Theme, THEMES, type ThemeChoice } from '../core/theme/theme';
import { Icon } from '../pieces/icon';
import type { IconName } from '../pieces/icons';
import { sentenceCase } from '../core/words';
import { WhoIsIt } from './who-is-it';

const THEME_ICONS: Readonly<Record<ThemeChoice, IconName>> = {
  system: 'pc',
  light: 'sun',
  dark: 'moon',
};

/** How it looks, whether it notifies, and the way out. */
@Component({
  selector: 'kenny-you-menu',
  imports: [Icon, MatButton, MatMenu, MatMenuItem, MatMenuTrigger, WhoIsIt],
  template: `
    <button type="button" matButton="text" [matMenuTriggerFor]="menu">
      <span class="unseen">You: </span><kenny-who [me]="me()" />
    </button>
    <mat-menu #menu aria-label="You">
      @for (theme of themes; track theme) {
        <button
          mat-menu-item
          role="menuitemradio"
          [attr.aria-checked]="chosen() === theme"
          (click)="choose(theme)"
        >
          <kenny-icon [name]="icons[theme]" /> {{ words(theme) }}
          @if (chosen() === theme) {
            <kenny-icon class="on" name="check" />
          }
        </button>
      }
      <hr />
      @switch (notes()) {
        @case ('default') {
          <button mat-menu-item (click)="askForNotes()">
            <kenny-icon name="bell" /> Notify me on this computer
          </button>
        }
        @case ('granted') {
          <button mat-menu-item disabled>
            <kenny-icon name="bell" /> This browser notifies you
          </button>
        }
        @case ('denied') {
          <button mat-menu-item disabled>
            <kenny-icon name="bell-off" /> Notifications are blocked in this browser
          </button>
        }
      }
      <button mat-menu-item (click)="logout()"><kenny-icon name="logout" /> Log out</button>
    </mat-menu>
  `,
  styles: `
    button[matButton] {
      --mat-button-text-label-text-color: var(--ink-2);
      max-width: 100%;
    }
    hr {
      margin: 4px 0;
      border: 0;
      border-top: 1px solid var(--line);
    }
  `,
})
export class YouMenu {
  readonly me = input.required<MeView>();
  /** Somebody has asked for it before it was there. */
  readonly opened = input(false);

  private readonly trigger = viewChild.required(MatMenuTrigger);
  private readonly session = inject(Session);
  private readonly theme = inject(Theme);
  private readonly desktop = inject(DesktopNotes);
  protected readonly notes = this.desktop.permission;
  protected readonly themes = THEMES;
  protected readonly icons = THEME_ICONS;
  protected readonly chosen = this.theme.choice;

  constructor() {
    afterNextRender(() => {
      if (this.opened()) this.trigger().openMenu();
    });
  }

  protected askForNotes(): void {
    void this.desktop.ask();
  }

  protected words(theme: ThemeChoice): string {
    return theme === 'system' ? 'As this system' : sentenceCase(theme);
  }

  protected choose(theme: ThemeChoice): void {
    this.theme.choose(theme);
  }

  protected logout(): void {
    void this.session.logout();
  }
}
