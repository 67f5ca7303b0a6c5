import type { JointTable, NarrowAutomaton, Stretches } from '../run/index.js';

/** Writes tables as one list of numbers below 65,536. `TableReader` is the other half. */
export class TableWriter {
  private readonly out: number[] = [];

  number(number: number): void {
    this.out.push(number);
  }

  text(text: string): void {
    this.number(text.length);
    for (let at = 0; at < text.length; at++) this.number(text.charCodeAt(at));
  }

  each<T>(items: readonly T[], write: (item: T) => void): void {
    this.number(items.length);
    for (const item of items) write(item);
  }

  stretches({ lows, classes }: Stretches): void {
    this.number(lows.length);
    lows.forEach((low, at) => this.out.push(low >>> 16, low & 0xffff, classes[at] ?? 0));
  }

  jointTable({ next, states, automata, patterns }: JointTable): void {
    this.number(automata);
    this.list(patterns);
    this.cells(next, states);
  }

  narrowAutomaton({ next, states, columns }: NarrowAutomaton): void {
    this.list(columns);
    this.cells(next, states);
  }

  finish(): Uint16Array {
    return Uint16Array.from(this.out);
  }

  private list(numbers: Uint16Array): void {
    this.out.push(numbers.length, ...numbers);
  }

  private cells(next: Uint16Array, states: number): void {
    this.out.push(states, next.length / states);
    for (const state of next) this.out.push(state);
  }
}
