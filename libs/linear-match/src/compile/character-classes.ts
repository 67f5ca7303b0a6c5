import { Alphabet } from '../run/index.js';
import type { Program, Ranges } from './program.js';

/** Kinds of a character as zero-width conditions see it; `edge` stands for the ends of the text. */
export const KIND = { other: 0, word: 1, newline: 2, edge: 3 } as const;

const NEWLINE: Ranges = [10, 10];
const WORD: Ranges = [48, 57, 65, 90, 95, 95, 97, 122];

/** Finds the classes of characters that some patterns tell apart. */
export class CharacterClasses {
  readonly alphabet: Alphabet;
  /** Class → its kind. All `other` when no pattern asks for boundaries. */
  readonly kinds: Uint8Array;
  private readonly members = new Map<string, number[]>();

  constructor(programs: readonly (Program | undefined)[]) {
    const instructions = programs.flatMap((program) => program?.instructions ?? []);
    const asserts = instructions.some(({ operation }) => operation === 'assert');
    const sets = new Map<string, Ranges>();
    for (const { operation, ranges } of instructions)
      if (operation === 'rune') sets.set(keyOf(ranges), ranges);
    if (asserts) for (const ranges of [NEWLINE, WORD]) sets.set(keyOf(ranges), ranges);
    this.alphabet = this.partition([...sets.keys()], [...sets.values()]);
    this.kinds = new Uint8Array(this.alphabet.count);
    if (!asserts) return;
    for (const cls of this.classesOf(NEWLINE)) this.kinds[cls] = KIND.newline;
    for (const cls of this.classesOf(WORD)) this.kinds[cls] = KIND.word;
  }

  /** Classes; one more number stands for the end of the text. */
  get count(): number {
    return this.alphabet.count;
  }

  /** The classes that make up one of the sets of characters that the patterns use. */
  classesOf(ranges: Ranges): readonly number[] {
    return this.members.get(keyOf(ranges)) ?? [];
  }

  /** Sweeps over all bounds once; two stretches inside the same sets share a class. */
  private partition(keys: readonly string[], sets: readonly Ranges[]): Alphabet {
    const toggles = new Map<number, number[]>([[0, []]]);
    sets.forEach((ranges, set) => {
      ranges.forEach((bound, index) => {
        const at = index % 2 === 0 ? bound : bound + 1;
        const list = toggles.get(at);
        if (list) list.push(set);
        else toggles.set(at, [set]);
      });
    });
    const lows: number[] = [];
    const classes: number[] = [];
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
      lows.push(at);
      classes.push(cls);
    }
    return new Alphabet({ lows, classes });
  }

  private addMember(key: string, cls: number): void {
    const list = this.members.get(key);
    if (list) list.push(cls);
    else this.members.set(key, [cls]);
  }
}

const keyOf = (ranges: Ranges) => ranges.join();
