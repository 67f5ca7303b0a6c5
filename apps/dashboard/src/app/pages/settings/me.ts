import { Component, computed, inject } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { MatCheckbox } from '@angular/material/checkbox';
import { MatFormField, MatHint, MatLabel } from '@angular/material/form-field';
import { MatInput } from '@angular/material/input';
import { MatRadioButton, MatRadioGroup } from '@angular/material/radio';
import { RouterLink } from '@angular/router';
import { DesktopNotifications } from '../../core/notifications/desktop-notifications';
import { clock, CLOCK_WORDS, region, REGION_WORDS } from '../../core/preferences/formats';
import { absoluteTime } from '../../core/time/relative';
import { ownTimeZone, zoneWords } from '../../core/time/time-zones';
import { PageClock } from '../../core/time/clock';
import { quantity } from '../../core/facts/quantity';
import { SingleKeys } from '../../core/keys/single-keys';
import { accessWords } from '../../core/session/access-words';
import { Session } from '../../core/session/session';
import { Theme, THEME_WORDS, THEMES } from '../../core/theme/theme';
import { FIELD_LOOK } from '../../ui/field-look';
import { RelativeTime } from '../../ui/relative-time';
import { UntrustedText } from '../../ui/untrusted-text';
import { ChatOptions } from './chat-options';
import { Memories } from './memories';
import { OwnLogins } from './own-logins';
import { OwnName } from './own-name';

const SAMPLE = 1234.5;

/** Who is logged in here, and what is theirs alone. */
@Component({
  selector: 'kenny-me',
  imports: [
    ChatOptions,
    MatButton,
    MatCheckbox,
    MatFormField,
    MatHint,
    MatInput,
    MatLabel,
    MatRadioButton,
    MatRadioGroup,
    Memories,
    OwnLogins,
    OwnName,
    RelativeTime,
    RouterLink,
    UntrustedText,
  ],
  providers: [FIELD_LOOK],
  templateUrl: './me.html',
  styleUrls: ['../../ui/headed-rows.css', './me.css'],
  host: { class: 'in-order' },
})
export class Me {
  private readonly session = inject(Session);
  private readonly theme = inject(Theme);
  private readonly keys = inject(SingleKeys);
  private readonly desktop = inject(DesktopNotifications);
  private readonly now = inject(PageClock).now;
  protected readonly regions = region.all;
  protected readonly regionWords = REGION_WORDS;
  protected readonly clocks = clock.all;
  protected readonly clockWords = CLOCK_WORDS;
  protected readonly region = region.choice;
  protected readonly clock = clock.choice;
  /** How it looks: a number and this moment. */
  protected readonly sample = computed(
    () => `${quantity(SAMPLE, 'count')} · ${absoluteTime(this.now())}`,
  );
  protected readonly zone = zoneWords(ownTimeZone());
  protected readonly me = this.session.me;
  protected readonly chats = this.session.reaches('operator');
  protected readonly alerts = this.session.reaches('operator');
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

  protected chooseRegion(value: string): void {
    const found = region.all.find((one) => one === value);
    if (found) region.choose(found);
  }

  protected chooseClock(value: string): void {
    const found = clock.all.find((one) => one === value);
    if (found) clock.choose(found);
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
