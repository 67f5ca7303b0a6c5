import type { Program, Ranges } from './program.js';

/** Kinds of a character as zero-width conditions see it; `end` stands for the end of the text. */
export const KIND = { other: 0, word: 1, newline: 2, edge: 3 } as const;

const CODE_UNITS = 0x10000;
const NEWLINE: Ranges = [10, 10];
const WORD: Ranges = [48, 57, 65, 90, 95, 95, 97, 122];

/**
 * The characters that a group of patterns can tell apart, numbered: an automaton has one column a
 * class instead of one a code point.
 */
export class Alphabet {
  /** Classes of characters; one more number, `count`, stands for the end of the text. */
  readonly count: number;
  /** Class → its kind. All `other` when no pattern asks for boundaries. */
  readonly kinds: Uint8Array;
  readonly asserts: boolean;
  private readonly ofUnit = new Uint16Array(CODE_UNITS);
  private readonly lows: number[] = [];
  private readonly classes: number[] = [];
  private readonly members = new Map<string, number[]>();

  constructor(programs: readonly (Program | undefined)[]) {
    const instructions = programs.flatMap((program) => program?.instructions ?? []);
    this.asserts = instructions.some(({ operation }) => operation === 'assert');
    const sets = new Map<string, Ranges>();
    for (const { operation, ranges } of instructions)
      if (operation === 'rune') sets.set(keyOf(ranges), ranges);
    if (this.asserts) for (const ranges of [NEWLINE, WORD]) sets.set(keyOf(ranges), ranges);
    this.count = this.partition([...sets.keys()], [...sets.values()]);
    this.kinds = new Uint8Array(this.count);
    if (this.asserts) {
      for (const cls of this.classesOf(NEWLINE)) this.kinds[cls] = KIND.newline;
      for (const cls of this.classesOf(WORD)) this.kinds[cls] = KIND.word;
    }
  }

  /** The classes that make up one of the sets of characters that the patterns use. */
  classesOf(ranges: Ranges): readonly number[] {
    return this.members.get(keyOf(ranges)) ?? [];
  }

  /**
   * Writes the class of every character of `text` to `into` (as long as the text) and says how many
   * there are. A surrogate pair is one character; a lone surrogate is one too.
   */
  encode(text: string, into: Uint16Array): number {
    const { ofUnit } = this;
    let length = 0;
    for (let index = 0; index < text.length; index++) {
      const unit = text.charCodeAt(index);
      if (unit >= 0xd800 && unit < 0xdc00) {
        const rune = text.codePointAt(index) ?? unit;
        if (rune >= CODE_UNITS) index++;
        into[length++] = this.classOf(rune);
      } else {
        into[length++] = ofUnit[unit] ?? 0;
      }
    }
    return length;
  }

  private classOf(rune: number): number {
    let low = 0;
    let high = this.lows.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.lows[middle] ?? 0) <= rune) low = middle + 1;
      else high = middle;
    }
    return this.classes[low - 1] ?? 0;
  }

  /** Sweeps over all bounds once; two stretches inside the same sets share a class. */
  private partition(keys: readonly string[], sets: readonly Ranges[]): number {
    const toggles = new Map<number, number[]>([[0, []]]);
    sets.forEach((ranges, set) => {
      ranges.forEach((bound, index) => {
        const at = index % 2 === 0 ? bound : bound + 1;
        const list = toggles.get(at);
        if (list) list.push(set);
        else toggles.set(at, [set]);
      });
    });
    const numbers = new Map<string, number>();
    const active = new Set<number>();
    for (const at of [...toggles.keys()].sort((a, b) => a - b)) {
      for (const set of toggles.get(at) ?? []) if (!active.delete(set)) active.add(set);
      const inside = [...active].sort((a, b) => a - b);
      const signature = inside.join();
      let cls = numbers.get(signature);
      if (cls === undefined) {
        cls = numbers.size;
        numbers.set(signature, cls);
        for (const set of inside) this.addMember(keys[set] ?? '', cls);
      }
      this.lows.push(at);
      this.classes.push(cls);
      if (at < CODE_UNITS) this.ofUnit.fill(cls, at);
    }
    return numbers.size;
  }

  private addMember(key: string, cls: number): void {
    const list = this.members.get(key);
    if (list) list.push(cls);
    else this.members.set(key, [cls]);
  }
}

const keyOf = (ranges: Ranges) => ranges.join();
