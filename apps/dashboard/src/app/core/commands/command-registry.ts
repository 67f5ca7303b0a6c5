import { Injectable, computed, signal, type Signal } from '@angular/core';

/** One line of the palette. */
export interface Command {
  readonly id: string;
  readonly name: string;
  /** What kind of thing it is: `PC`, `Page`, `Tool`. */
  readonly kind: string;
  /** What it does, in a sentence; found by its words too. */
  readonly detail?: string;
  run(): void;
}

/** Pages and features register what they can do; the palette shows what is registered. */
@Injectable({ providedIn: 'root' })
export class CommandRegistry {
  private readonly sources = signal<readonly Signal<readonly Command[]>[]>([]);
  private readonly all = computed(() =>
    searchable(this.sources().flatMap((source) => [...source()])),
  );

  /** @returns what takes them out again */
  register(source: Signal<readonly Command[]>): () => void {
    this.sources.update((sources) => [...sources, source]);
    return () => this.sources.update((sources) => sources.filter((one) => one !== source));
  }

  /** @see fitting */
  find(text: string, limit: number): Command[] {
    return fitting(this.all(), text, limit);
  }
}

interface Searchable {
  readonly command: Command;
  readonly name: string;
  readonly words: string;
}

/** Lower case once instead of at every key press. */
export function searchable(commands: readonly Command[]): Searchable[] {
  return commands.map((command) => ({
    command,
    name: command.name.toLowerCase(),
    words: [command.name, command.kind, command.detail ?? ''].join('\n').toLowerCase(),
  }));
}

/** Those in which every word occurs, names that begin with the text first. */
export function fitting(all: readonly Searchable[], text: string, limit: number): Command[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const [first = ''] = words;
  const found = all.filter((one) => words.every((word) => one.words.includes(word)));
  const begins = found.filter(({ name }) => name.startsWith(first));
  const others = found.filter(({ name }) => !name.startsWith(first));
  return [...begins, ...others].slice(0, limit).map(({ command }) => command);
}
