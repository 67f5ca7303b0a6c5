import { Injectable, signal, type Signal } from '@angular/core';
import type { Command } from './command-registry';

/** A choice among a few commands of one page, in place of all there are. */
export interface Choice {
  /** What is chosen: `Run a tool on Front desk`. */
  readonly label: string;
  readonly commands: Signal<readonly Command[]>;
}

/** Pages request the palette here; the shell opens it. */
@Injectable({ providedIn: 'root' })
export class PaletteOpener {
  private readonly wanted = signal<Choice | null>(null);
  readonly asked = this.wanted.asReadonly();

  choose(choice: Choice): void {
    this.wanted.set(choice);
  }

  taken(): void {
    this.wanted.set(null);
  }
}
