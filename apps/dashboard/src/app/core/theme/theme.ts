import { DOCUMENT, Injectable, inject, signal } from '@angular/core';

export const THEMES = ['system', 'light', 'dark'] as const;
export type ThemeChoice = (typeof THEMES)[number];

export const THEME_WORDS: Readonly<Record<ThemeChoice, string>> = {
  ...{ system: 'As this system', light: 'Light', dark: 'Dark' },
};

/** Also read by `public/theme.js`, before the first paint. */
const KEY = 'kenny.theme';

@Injectable({ providedIn: 'root' })
export class Theme {
  private readonly root = inject(DOCUMENT).documentElement;
  private readonly picked = signal(this.stored());
  readonly choice = this.picked.asReadonly();

  choose(choice: ThemeChoice): void {
    this.picked.set(choice);
    if (choice === 'system') {
      localStorage.removeItem(KEY);
      delete this.root.dataset['theme'];
    } else {
      localStorage.setItem(KEY, choice);
      this.root.dataset['theme'] = choice;
    }
  }

  private stored(): ThemeChoice {
    const stored = localStorage.getItem(KEY);
    return THEMES.find((theme) => theme === stored) ?? 'system';
  }
}
