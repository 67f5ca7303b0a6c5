import { OverlayContainer } from '@angular/cdk/overlay';
import {
  afterRenderEffect,
  Component,
  DestroyRef,
  inject,
  Injector,
  input,
  output,
  untracked,
  viewChild,
} from '@angular/core';
import { MatMenu, MatMenuItem, MatMenuTrigger } from '@angular/material/menu';
import { RouterLink } from '@angular/router';
import { Session } from '../core/session/session';
import { Theme, THEME_WORDS, THEMES, type ThemeChoice } from '../core/theme/theme';
import { Icon } from '../ui/icon';
import type { IconName } from '../ui/icons';

const THEME_ICONS: Readonly<Record<ThemeChoice, IconName>> = {
  system: 'pc',
  light: 'sun',
  dark: 'moon',
};

/** Theme, keys, logout, and where notifications are set up. */
@Component({
  selector: 'kenny-user-menu',
  imports: [Icon, MatMenu, MatMenuItem, MatMenuTrigger, RouterLink],
  template: `
    <!-- Lies under the button that was there first: only the place from which the menu opens. -->
    <span
      aria-hidden="true"
      [matMenuTriggerFor]="menu"
      [matMenuTriggerRestoreFocus]="false"
      (menuOpened)="landmark(true)"
      (menuClosed)="landmark(false); closed.emit()"
    ></span>
    <mat-menu #menu aria-label="You">
      @for (theme of themes; track theme) {
        <button
          mat-menu-item
          role="menuitemradio"
          [attr.aria-checked]="chosen() === theme"
          (click)="choose(theme)"
        >
          <kenny-icon [name]="icons[theme]" /> {{ words[theme] }}
          @if (chosen() === theme) {
            <kenny-icon class="on" name="check" />
          }
        </button>
      }
      <hr />
      <a mat-menu-item [routerLink]="notifications"> <kenny-icon name="bell" /> Notifications </a>
      <button mat-menu-item (click)="showKeys()"><kenny-icon name="keyboard" /> Keys</button>
      <button mat-menu-item (click)="logout()"><kenny-icon name="logout" /> Log out</button>
    </mat-menu>
  `,
  styles: `
    span {
      position: absolute;
      inset: 0;
      pointer-events: none;
    }
    hr {
      margin: 4px 0;
      border: 0;
      border-top: 1px solid var(--line);
    }
  `,
})
export class UserMenu {
  /** Requested, perhaps before it was loaded. */
  readonly wanted = input.required<boolean>();
  readonly closed = output<void>();

  private readonly trigger = viewChild.required(MatMenuTrigger);
  private readonly overlays = inject(OverlayContainer);
  private readonly session = inject(Session);
  private readonly injector = inject(Injector);
  private readonly theme = inject(Theme);
  /** Where they are set up: who may not decide hears of PCs while kenny is open only. */
  protected readonly notifications = this.session.reaches('operator')
    ? '/settings/alerts'
    : '/settings/me';
  protected readonly themes = THEMES;
  protected readonly icons = THEME_ICONS;
  protected readonly words = THEME_WORDS;
  protected readonly chosen = this.theme.choice;

  constructor() {
    afterRenderEffect(() => {
      if (this.wanted()) untracked(() => this.trigger().openMenu());
    });
    inject(DestroyRef).onDestroy(() => this.landmark(false));
  }

  /** The menu is drawn outside of the page: make it a landmark while it is open. */
  protected landmark(open: boolean): void {
    const container = this.overlays.getContainerElement();
    if (open) {
      container.setAttribute('role', 'region');
      container.setAttribute('aria-label', 'Your menu');
    } else {
      container.removeAttribute('role');
      container.removeAttribute('aria-label');
    }
  }

  protected choose(theme: ThemeChoice): void {
    this.theme.choose(theme);
  }

  protected showKeys(): void {
    void import('./keys-dialog').then(({ openKeys }) => openKeys(this.injector));
  }

  protected logout(): void {
    void this.session.logout();
  }
}
