import type { DialogRef } from '@angular/cdk/dialog';
import {
  Component,
  DestroyRef,
  effect,
  inject,
  Injector,
  runInInjectionContext,
  signal,
  untracked,
} from '@angular/core';
import type { Choice } from '../core/commands/command-registry';
import { PaletteOpener } from '../core/commands/palette-opener';
import { RecentCommands } from '../core/commands/recent-commands';
import { onKey } from '../core/keys/single-keys';
import { Icon } from '../ui/icon';
import type * as parts from './open-palette';
import type { PaletteChosen, PaletteTyped } from './palette-dialog';

type Parts = typeof parts;

/** The palette's code is fetched this long after the page. */
const FETCH_AFTER_MS = 1_000;

/** What opens the palette: a button, and Ctrl or ⌘ K. */
@Component({
  selector: 'kenny-palette',
  imports: [Icon],
  template: `
    <button type="button" class="find" (click)="open()">
      <kenny-icon name="search" /> <span>Find a PC, page or command</span> <kbd>Ctrl K</kbd>
    </button>
  `,
  styleUrl: './palette.css',
  host: { '(document:keydown)': 'openByKey($event)' },
})
export class Palette {
  private readonly recent = inject(RecentCommands);
  private readonly injector = inject(Injector);
  private shown: DialogRef<PaletteChosen> | undefined;
  private readonly opened = signal(0);
  private parts: Parts | undefined;
  /** Keys typed after the shortcut, before the field has the focus. */
  private typed: PaletteTyped | undefined;

  constructor() {
    // On pages without a search of their own.
    onKey('search', () => this.open());
    const opener = inject(PaletteOpener);
    effect(() => {
      const choice = opener.asked();
      if (!choice) return;
      untracked(() => this.open(choice === 'everything' ? undefined : choice));
      opener.taken();
    });
    const fetching = setTimeout(() => void this.fetch(), FETCH_AFTER_MS);
    inject(DestroyRef).onDestroy(() => clearTimeout(fetching));
  }

  protected open(choice?: Choice): void {
    if (this.shown || this.typed !== undefined) return;
    this.typed = { text: '', entered: false };
    void this.fetch()
      .then((parts) => this.show(parts, choice))
      .catch((fault: unknown) => {
        this.typed = undefined;
        throw fault;
      });
  }

  protected openByKey(event: KeyboardEvent): void {
    const { key } = event;
    const held = event.ctrlKey || event.metaKey;
    if (key.toLowerCase() === 'k' && held) this.open();
    else if (this.typed === undefined || held) return;
    else if (key === 'Enter') this.typed.entered = true;
    // What is written after Enter belongs to what comes then.
    else if (key.length === 1 && !this.typed.entered) this.typed.text += key;
    else return;
    event.preventDefault();
  }

  /** The focus comes back to where it was, unless the command takes it elsewhere. */
  private show({ openPalette }: Parts, choice: Choice | undefined): void {
    const takeTyped = (): PaletteTyped => {
      const typed = this.typed ?? { text: '', entered: false };
      this.typed = undefined;
      return typed;
    };
    const shown = openPalette(this.injector, { takeTyped, ...(choice ? { choice } : {}) });
    this.shown = shown;
    this.opened.update((before) => before + 1);
    shown.closed.subscribe((chosen) => {
      this.shown = undefined;
      this.typed = undefined;
      if (!chosen) return;
      this.recent.note(chosen.first.id);
      chosen.last.run?.();
    });
  }

  private async fetch(): Promise<Parts> {
    const parts = await import('./open-palette');
    if (!this.parts)
      runInInjectionContext(this.injector, () => parts.registerCommands(this.opened));
    return (this.parts = parts);
  }
}
