/** The characters in stretches that share a class: where each begins, ascending from 0. */
export interface Stretches {
  readonly lows: readonly number[];
  readonly classes: readonly number[];
}

const CODE_UNITS = 0x10000;
/** Where the surrogates of each half begin. */
const HIGH = 0xd800;
const LOW = 0xdc00;

/**
 * The character classes that a group of patterns distinguishes: an automaton has one column per
 * class instead of one per code point.
 */
export class Alphabet {
  /** Number of classes; `count` itself stands for the end of the text. */
  readonly count: number;
  /** UTF-16 unit → its class. */
  private readonly classOf = new Uint16Array(CODE_UNITS);

  constructor(readonly stretches: Stretches) {
    const { lows, classes } = stretches;
    this.count = 1 + classes.reduce((most, cls) => Math.max(most, cls), 0);
    lows.forEach((low, at) => this.classOf.fill(classes[at] ?? 0, low, lows[at + 1]));
  }

  /**
   * Writes the class of each of `length` units to `into` and says how many there are. A surrogate
   * pair is one character; it becomes one unit, so that both lists have the same positions.
   */
  encode(units: Uint16Array, length: number, into: Uint16Array): number {
    const { classOf } = this;
    for (let index = 0; index < length; index++) {
      const unit = units[index] as number;
      if ((unit & 0xfc00) === HIGH) return this.encodePairs(units, index, length, into);
      into[index] = classOf[unit] as number;
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
