/** The characters in stretches that share a class: where each begins, ascending from 0. */
export interface Stretches {
  readonly lows: readonly number[];
  readonly classes: readonly number[];
}

const CODE_UNITS = 0x10000;
const PAGE = 0x100;
/** Where the surrogates of each half begin. */
const HIGH = 0xd800;
const LOW = 0xdc00;

/**
 * The characters that a group of patterns can tell apart, numbered: an automaton has one column a
 * class instead of one a code point.
 */
export class Alphabet {
  /** Classes of characters; one more number, `count`, stands for the end of the text. */
  readonly count: number;
  /** High byte of a UTF-16 unit → page; most pages hold one class only and are the same. */
  private readonly pageOf = new Uint8Array(CODE_UNITS / PAGE);
  private readonly pages: Uint16Array;

  constructor(readonly stretches: Stretches) {
    this.count = 1 + stretches.classes.reduce((most, cls) => Math.max(most, cls), 0);
    this.pages = this.fillPages();
  }

  /**
   * Writes the class of each of `length` units to `into` and says how many there are. A surrogate
   * pair is one character; it becomes one unit, so that both lists have the same positions.
   */
  encode(units: Uint16Array, length: number, into: Uint16Array): number {
    const { pageOf, pages } = this;
    for (let index = 0; index < length; index++) {
      const unit = units[index] as number;
      if ((unit & 0xfc00) === HIGH) return this.encodePairs(units, index, length, into);
      into[index] = pages[(pageOf[unit >> 8] as number) * PAGE + (unit & 0xff)] as number;
    }
    return length;
  }

  /** As {@link encode}, from the first high surrogate on. */
  private encodePairs(units: Uint16Array, from: number, length: number, into: Uint16Array): number {
    let count = from;
    for (let index = from; index < length; index++) {
      const unit = units[index] as number;
      const low = index + 1 < length ? (units[index + 1] as number) : 0;
      const pair = (unit & 0xfc00) === HIGH && (low & 0xfc00) === LOW;
      const rune = pair ? CODE_UNITS + ((unit - HIGH) << 10) + (low - LOW) : unit;
      if (pair) index++;
      units[count] = unit;
      into[count++] = this.stretches.classes[this.stretchAt(rune)] ?? 0;
    }
    return count;
  }

  private fillPages(): Uint16Array {
    const { lows, classes } = this.stretches;
    const pages: Uint16Array[] = [];
    const plain = new Map<number, number>();
    for (let page = 0; page < this.pageOf.length; page++) {
      const first = page * PAGE;
      let at = this.stretchAt(first);
      const cls = classes[at] ?? 0;
      const mixed = (lows[at + 1] ?? Infinity) < first + PAGE;
      let number = mixed ? undefined : plain.get(cls);
      if (number === undefined) {
        const cells = new Uint16Array(PAGE).fill(cls);
        for (at++; (lows[at] ?? Infinity) < first + PAGE; at++)
          cells.fill(classes[at] ?? 0, (lows[at] ?? 0) - first);
        number = pages.push(cells) - 1;
        if (!mixed) plain.set(cls, number);
      }
      this.pageOf[page] = number;
    }
    const all = new Uint16Array(pages.length * PAGE);
    pages.forEach((cells, page) => all.set(cells, page * PAGE));
    return all;
  }

  /** The last stretch that begins at or before the code point. */
  private stretchAt(rune: number): number {
    const { lows } = this.stretches;
    let low = 0;
    let high = lows.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((lows[middle] ?? 0) <= rune) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}
