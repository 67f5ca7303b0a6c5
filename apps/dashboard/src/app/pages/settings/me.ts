import { Component, inject } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { MatCheckbox } from '@angular/material/checkbox';
import { MatRadioButton, MatRadioGroup } from '@angular/material/radio';
import { DesktopNotifications } from '../../core/notifications/desktop-notifications';
import { SingleKeys } from '../../core/keys/single-keys';
import { accessWords } from '../../core/session/access-words';
import { Session } from '../../core/session/session';
import { Theme, THEME_WORDS, THEMES } from '../../core/theme/theme';
import { RelativeTime } from '../../ui/relative-time';
import { UntrustedText } from '../../ui/untrusted-text';
import { ChatOptions } from './chat-options';
import { Memories } from './memories';
import { OwnLogins } from './own-logins';

/** Who is logged in here, and what is theirs alone. */
@Component({
  selector: 'kenny-me',
  imports: [
    ChatOptions,
    MatButton,
    MatCheckbox,
    MatRadioButton,
    MatRadioGroup,
    Memories,
    OwnLogins,
    RelativeTime,
    UntrustedText,
  ],
  templateUrl: './me.html',
  styleUrls: ['../../ui/headed-rows.css', './me.css'],
  host: { class: 'in-order' },
})
export class Me {
  private readonly session = inject(Session);
  private readonly theme = inject(Theme);
  private readonly keys = inject(SingleKeys);
  private readonly desktop = inject(DesktopNotifications);
  protected readonly me = this.session.me;
  protected readonly chats = this.session.reaches('operator');
  protected readonly accessWords = accessWords;
  protected readonly themes = THEMES;
  protected readonly themeWords = THEME_WORDS;
  protected readonly chosen = this.theme.choice;
  protected readonly singleKeys = this.keys.choice;
  protected readonly notes = this.desktop.permission;

  protected choose(value: unknown): void {
    const theme = THEMES.find((one) => one === value);
    if (theme) this.theme.choose(theme);
  }

  protected turnKeys(on: boolean): void {
    this.keys.turn(on ? 'on' : 'off');
  }

  protected askForNotes(): void {
    void this.desktop.ask();
  }

  protected logout(): void {
    void this.session.logout();
  }
}
