import type { Stretches } from './alphabet.js';
import type { JointTable } from './joint-table.js';
import type { NarrowAutomaton } from './narrow-matcher.js';

/**
 * Reads what a `TableWriter` wrote, in the same order. Tables are not copied: they are views of the
 * numbers. Every method throws when numbers are missing.
 */
export class TableReader {
  private at = 0;

  constructor(private readonly numbers: Uint16Array) {}

  number(): number {
    const number = this.numbers[this.at++];
    if (number === undefined) throw new Error('the tables are not whole');
    return number;
  }

  list(): Uint16Array {
    return this.take(this.number());
  }

  text(): string {
    return String.fromCharCode(...this.list());
  }

  each<T>(read: () => T): T[] {
    const items: T[] = [];
    for (let left = this.number(); left > 0; left--) items.push(read());
    return items;
  }

  stretches(): Stretches {
    const lows: number[] = [];
    const classes: number[] = [];
    for (let left = this.number(); left > 0; left--) {
      lows.push(this.number() * 0x10000 + this.number());
      classes.push(this.number());
    }
    return { lows, classes };
  }

  jointTable(): JointTable {
    const automata = this.number();
    const patterns = this.list();
    return { automata, patterns, ...this.cells() };
  }

  narrowAutomaton(): NarrowAutomaton {
    const columns = this.list();
    return { columns, ...this.cells() };
  }

  /** @throws Error when numbers are left over */
  end(): void {
    if (this.at !== this.numbers.length) throw new Error('the tables go on where they should end');
  }

  private cells(): { next: Uint16Array; states: number } {
    const states = this.number();
    return { states, next: this.take(states * this.number()) };
  }

  private take(length: number): Uint16Array {
    const from = this.at;
    this.at += length;
    if (this.at > this.numbers.length) throw new Error('the tables are not whole');
    return this.numbers.subarray(from, this.at);
  }
}
