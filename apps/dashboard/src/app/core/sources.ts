import { signal, type Signal } from '@angular/core';

/** What parts of the page tell as long as they are there, in the order in which they came. */
export class Sources<T> {
  private readonly known = signal<readonly Signal<T>[]>([]);

  /** @returns what takes it out again */
  add(source: Signal<T>): () => void {
    this.known.update((all) => [...all, source]);
    return () => this.known.update((all) => all.filter((one) => one !== source));
  }

  /** Read where signals are followed. */
  values(): T[] {
    return this.known().map((source) => source());
  }
}
