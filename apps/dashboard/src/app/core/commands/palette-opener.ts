import { Injectable, signal } from '@angular/core';
import type { Choice } from './command-registry';

/** Pages request the palette here; the shell opens it. */
@Injectable({ providedIn: 'root' })
export class PaletteOpener {
  private readonly wanted = signal<Choice | 'everything' | null>(null);
  readonly asked = this.wanted.asReadonly();

  choose(choice: Choice): void {
    this.wanted.set(choice);
  }

  search(): void {
    this.wanted.set('everything');
  }

  taken(): void {
    this.wanted.set(null);
  }
}
