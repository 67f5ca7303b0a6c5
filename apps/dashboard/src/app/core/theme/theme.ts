import { DOCUMENT, Injectable, inject } from '@angular/core';
import { keptChoice } from '../preferences/kept-choice';

export const THEMES = ['system', 'light', 'dark'] as const;
export type ThemeChoice = (typeof THEMES)[number];

export const THEME_WORDS: Readonly<Record<ThemeChoice, string>> = {
  ...{ system: 'Same as this device', light: 'Light', dark: 'Dark' },
};

@Injectable({ providedIn: 'root' })
export class Theme {
  private readonly root = inject(DOCUMENT).documentElement;
  /** Also read by `public/theme.js`, before the first paint. */
  private readonly kept = keptChoice('kenny.theme', THEMES, 'system');
  readonly choice = this.kept.choice;

  choose(choice: ThemeChoice): void {
    this.kept.choose(choice);
    if (choice === 'system') delete this.root.dataset['theme'];
    else this.root.dataset['theme'] = choice;
  }
}
