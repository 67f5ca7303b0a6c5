import { Dialog, type DialogRef } from '@angular/cdk/dialog';
import { createGlobalPositionStrategy } from '@angular/cdk/overlay';
import { Component, computed, DestroyRef, inject, Injector, signal } from '@angular/core';
import { Router } from '@angular/router';
import { visibleText } from '@kenny/contract/web';
import { CommandRegistry, type Command } from '../core/commands/command-registry';
import { FleetStore } from '../core/fleet/fleet-store';
import { Icon } from '../pieces/icon';
import { NOUNS } from './nouns';
import { PaletteDialog } from './palette-dialog';

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
  private readonly dialog = inject(Dialog);
  private readonly injector = inject(Injector);
  private shown: DialogRef<Command> | undefined;

  constructor() {
    const registry = inject(CommandRegistry);
    const pages = signal<readonly Command[]>(
      NOUNS.map(({ path, name }) => this.page(path, name, 'Page')),
    );
    // Whatever else is told of the PCs, many times a second: their lines change with their names.
    const named = computed(
      () => this.fleet.agents().map(({ agent_id, name }) => [agent_id, name]),
      {
        equal: (a, b) =>
          a.length === b.length &&
          a.every(([id, name], at) => id === b[at]?.[0] && name === b[at]?.[1]),
      },
    );
    const pcs = computed(() =>
      named().map(([id = '', name = '']) =>
        this.page(`/fleet/${encodeURIComponent(id)}`, visibleText(name), 'PC'),
      ),
    );
    const stop = [registry.register(pages), registry.register(pcs)];
    inject(DestroyRef).onDestroy(() => stop.forEach((end) => end()));
  }

  /** The focus comes back to where it was, unless the command takes it elsewhere. */
  protected open(): void {
    if (this.shown) return;
    const shown = this.dialog.open<Command>(PaletteDialog, {
      ariaLabel: 'Find a PC, page or command',
      width: 'min(560px, calc(100vw - 24px))',
      positionStrategy: createGlobalPositionStrategy(this.injector)
        .centerHorizontally()
        .top('12vh'),
    });
    this.shown = shown;
    shown.closed.subscribe((command) => {
      this.shown = undefined;
      command?.run();
    });
  }

  protected openByKey(event: KeyboardEvent): void {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    this.open();
  }

  private page(path: string, name: string, kind: string): Command {
    return { id: `page:${path}`, name, kind, run: () => void this.router.navigateByUrl(path) };
  }
}
