import type { DialogRef } from '@angular/cdk/dialog';
import {
  Component,
  computed,
  DestroyRef,
  effect,
  inject,
  Injector,
  untracked,
} from '@angular/core';
import { Router } from '@angular/router';
import { visibleText } from '@kenny/kernel';
import { CommandRegistry, type Command } from '../core/commands/command-registry';
import { PaletteOpener, type Choice } from '../core/commands/palette-opener';
import { onKey } from '../core/keys/single-keys';
import { FleetStore } from '../core/fleet/fleet-store';
import { Session } from '../core/session/session';
import { Icon } from '../ui/icon';
import { navigationFor, settingsFor } from '../pages/navigation';
import type * as parts from './open-palette';
import type { PaletteTyped } from './palette-dialog';

type Parts = typeof parts;

/** The palette's code is fetched this long after the page. */
const FETCH_AFTER_MS = 1_000;

/** What opens the palette, Ctrl or ⌘ K, and what it always knows: every PC and page by name. */
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
  private readonly router = inject(Router);
  private readonly fleet = inject(FleetStore);
  private readonly injector = inject(Injector);
  private shown: DialogRef<Command> | undefined;
  private parts: Parts | undefined;
  /** Keys typed after the shortcut, before the field has the focus. */
  private typed: PaletteTyped | undefined;

  constructor() {
    const registry = inject(CommandRegistry);
    const session = inject(Session);
    const pages = computed(() => [
      ...navigationFor(session).map(({ path, name }) => this.page(path, name, 'Page')),
      ...settingsFor(session).map(({ path, name }) => this.page(path, name, 'Settings')),
      ...(session.reaches('admin') ? [this.page('/settings/add', 'Add a PC', 'Command')] : []),
    ]);
    // Recomputed only when names change, not with every update of a PC.
    const named = computed(
      () => this.fleet.agents().map(({ agent_id, name, owner }) => [agent_id, name, owner]),
      {
        equal: (a, b) =>
          a.length === b.length &&
          a.every((one, at) => one.every((word, i) => word === b[at]?.[i])),
      },
    );
    const pcs = computed(() =>
      named().map(([id = '', name = '', owner]) => ({
        ...this.page(`/fleet/${encodeURIComponent(id)}`, visibleText(name), 'PC'),
        ...(owner === undefined ? {} : { detail: `Owner ${visibleText(owner)}` }),
      })),
    );
    // On pages without a search of their own.
    onKey('search', () => this.open());
    const opener = inject(PaletteOpener);
    effect(() => {
      const choice = opener.asked();
      if (!choice) return;
      untracked(() => this.open(choice));
      opener.taken();
    });
    const stop = [registry.register(pages), registry.register(pcs)];
    const fetching = setTimeout(() => void this.fetch(), FETCH_AFTER_MS);
    inject(DestroyRef).onDestroy(() => {
      clearTimeout(fetching);
      stop.forEach((end) => end());
    });
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
    shown.closed.subscribe((command) => {
      this.shown = undefined;
      this.typed = undefined;
      command?.run();
    });
  }

  private async fetch(): Promise<Parts> {
    this.parts ??= await import('./open-palette');
    return this.parts;
  }

  private page(path: string, name: string, kind: string): Command {
    return { id: `page:${path}`, name, kind, run: () => void this.router.navigateByUrl(path) };
  }
}
