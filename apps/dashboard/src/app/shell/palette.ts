import {
  Component,
  computed,
  DestroyRef,
  inject,
  linkedSignal,
  signal,
  viewChild,
  type ElementRef,
} from '@angular/core';
import { Router } from '@angular/router';
import { visibleText } from '@kenny/contract/web';
import { CommandRegistry, type Command } from '../core/commands/command-registry';
import { FleetStore } from '../core/fleet/fleet-store';
import { NOUNS } from './nouns';

const SHOWN = 12;

/**
 * Ctrl or ⌘ K: every PC, page and registered command by name. A native modal dialog: the browser
 * traps the focus, closes on Esc and gives the focus back.
 */
@Component({
  selector: 'kenny-palette',
  templateUrl: './palette.html',
  styleUrl: './palette.css',
  host: { '(document:keydown)': 'openByKey($event)' },
})
export class Palette {
  private readonly registry = inject(CommandRegistry);
  private readonly router = inject(Router);
  private readonly fleet = inject(FleetStore);
  private readonly dialog = viewChild.required<ElementRef<HTMLDialogElement>>('dialog');

  protected readonly text = signal('');
  protected readonly opened = signal(false);
  protected readonly found = computed(() =>
    this.opened() ? this.registry.find(this.text(), SHOWN) : [],
  );
  protected readonly at = linkedSignal({ source: this.found, computation: () => 0 });

  constructor() {
    const pages = signal<readonly Command[]>(
      NOUNS.map(({ path, name }) => this.page(path, name, 'Page')),
    );
    const pcs = computed(() =>
      this.fleet
        .agents()
        .map(({ agent_id, name }) =>
          this.page(`/fleet/${encodeURIComponent(agent_id)}`, visibleText(name), 'PC'),
        ),
    );
    const stop = [this.registry.register(pages), this.registry.register(pcs)];
    inject(DestroyRef).onDestroy(() => stop.forEach((end) => end()));
  }

  protected open(): void {
    this.text.set('');
    this.opened.set(true);
    this.dialog().nativeElement.showModal();
  }

  protected openByKey(event: KeyboardEvent): void {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (!this.opened()) this.open();
  }

  protected move(event: Event, step: number): void {
    event.preventDefault();
    const count = this.found().length;
    if (count > 0) this.at.update((at) => (at + step + count) % count);
  }

  protected run(command: Command | undefined): void {
    if (!command) return;
    this.dialog().nativeElement.close();
    command.run();
  }

  private page(path: string, name: string, kind: string): Command {
    return { id: `page:${path}`, name, kind, run: () => void this.router.navigateByUrl(path) };
  }
}
