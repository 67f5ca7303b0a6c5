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
  /** Written small once, and not at every key. */
  private readonly all = computed(() =>
    this.sources().flatMap((source) =>
      source().map((command) => ({
        command,
        name: command.name.toLowerCase(),
        kind: command.kind.toLowerCase(),
      })),
    ),
  );

  /** @returns what takes them out again */
  register(source: Signal<readonly Command[]>): () => void {
    this.sources.update((sources) => [...sources, source]);
    return () => this.sources.update((sources) => sources.filter((one) => one !== source));
  }

  /** Those in whose name every word occurs, names that begin with the text first. */
  find(text: string, limit: number): Command[] {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    const [first = ''] = words;
    const fitting = this.all().filter(({ name, kind }) =>
      words.every((word) => name.includes(word) || kind.includes(word)),
    );
    const begins = fitting.filter(({ name }) => name.startsWith(first));
    const others = fitting.filter(({ name }) => !name.startsWith(first));
    return [...begins, ...others].slice(0, limit).map(({ command }) => command);
  }
}
