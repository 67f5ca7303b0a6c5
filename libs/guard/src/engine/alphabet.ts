/** The characters in stretches that share a class: where each begins, ascending from 0. */
export interface Stretches {
  readonly lows: readonly number[];
  readonly classes: readonly number[];
}

const CODE_UNITS = 0x10000;
const PAGE = 0x100;

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
   * Writes the class of every character of `text` to `into` (as long as the text) and says how many
   * there are. A surrogate pair is one character; a lone surrogate is one too.
   */
  encode(text: string, into: Uint16Array): number {
    const { pageOf, pages } = this;
    let length = 0;
    for (let index = 0; index < text.length; index++) {
      const unit = text.charCodeAt(index);
      if (unit >= 0xd800 && unit < 0xdc00) {
        const rune = text.codePointAt(index) ?? unit;
        if (rune >= CODE_UNITS) index++;
        into[length++] = this.stretches.classes[this.stretchAt(rune)] ?? 0;
      } else {
        into[length++] = pages[(pageOf[unit >> 8] as number) * PAGE + (unit & 0xff)] as number;
      }
    }
    return length;
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
