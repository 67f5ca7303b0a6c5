import { Injectable, computed, signal, type Signal } from '@angular/core';

/** One line of the palette. */
export interface Command {
  readonly id: string;
  readonly name: string;
  /** What kind of thing it is: `PC`, `Page`, `Tool`. */
  readonly kind: string;
  run(): void;
}

/** Pages and features register what they can do; the palette shows what is registered. */
@Injectable({ providedIn: 'root' })
export class CommandRegistry {
  private readonly sources = signal<readonly Signal<readonly Command[]>[]>([]);
  private readonly all = computed(() => this.sources().flatMap((source) => source()));

  /** @returns what takes them out again */
  register(source: Signal<readonly Command[]>): () => void {
    this.sources.update((sources) => [...sources, source]);
    return () => this.sources.update((sources) => sources.filter((one) => one !== source));
  }

  /** Those in whose name every word occurs, names that begin with the text first. */
  find(text: string, limit: number): Command[] {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    const [first = ''] = words;
    const begins = ({ name }: Command) => (name.toLowerCase().startsWith(first) ? 0 : 1);
    return this.all()
      .filter(({ name, kind }) => {
        const within = `${name} ${kind}`.toLowerCase();
        return words.every((word) => within.includes(word));
      })
      .sort((a, b) => begins(a) - begins(b))
      .slice(0, limit);
  }
}
