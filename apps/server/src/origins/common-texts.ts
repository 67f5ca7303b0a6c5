/** Shorter matches are coincidence (design §5). */
export const SHORTEST = 24;
/** Any match of `SHORTEST` characters contains one whole aligned block. */
const BLOCK = SHORTEST / 2;
const FACTOR = 0x01000193;
/** Weight of a block’s first character in the rolling hash. */
const LEAVING = powerOf(FACTOR, BLOCK);
const FILTER_BITS = 16;

/**
 * Finds stretches of one text in others, letter by letter, in time that grows with their lengths
 * only: hashes of blocks say where to look.
 */
export class CommonTexts {
  /** First position of a block, by hash. */
  private readonly blocks = new Map<number, number>();
  /** Filter in front of the map: rules out most positions. */
  private readonly filter = new Uint8Array(1 << FILTER_BITS);

  constructor(private readonly text: string) {
    for (let at = 0; at + BLOCK <= text.length; at += BLOCK) {
      const hash = hashOf(text, at);
      if (!this.blocks.has(hash)) this.blocks.set(hash, at);
      this.filter[placeOf(hash)] = 1;
    }
  }

  /** Every stretch of at least `SHORTEST` characters that also occurs in `said`. */
  in(said: string): string[] {
    const found: string[] = [];
    if (said.length < SHORTEST || this.text.length < SHORTEST) return found;
    let hash = hashOf(said, 0);
    /** Everything before this position is done. */
    let done = 0;
    for (let at = 0; ; at += 1) {
      const block = at < done ? undefined : this.blockOf(hash);
      const [from, to] = block === undefined ? [0, 0] : this.grown(said, at, block, done);
      if (block !== undefined && from + to >= SHORTEST) {
        found.push(this.text.slice(block - from, block + to));
        done = at + to;
      }
      if (at + BLOCK >= said.length) return found;
      hash = next(hash, said, at);
    }
  }

  private blockOf(hash: number): number | undefined {
    return this.filter[placeOf(hash)] ? this.blocks.get(hash) : undefined;
  }

  /** Length of the match before and after the block; zeros on a hash collision. */
  private grown(said: string, at: number, block: number, done: number): [number, number] {
    const { text } = this;
    let [from, to] = [0, 0];
    while (block + to < text.length && text[block + to] === said[at + to]) to += 1;
    if (to < BLOCK) return [0, 0];
    while (from < block && at - from > done && text[block - from - 1] === said[at - from - 1]) {
      from += 1;
    }
    return [from, to];
  }
}

function hashOf(text: string, at: number): number {
  let hash = 0;
  for (let index = at; index < at + BLOCK; index += 1) {
    hash = (Math.imul(hash, FACTOR) + text.charCodeAt(index)) | 0;
  }
  return hash;
}

/** Rolls the hash on by one character. */
function next(hash: number, text: string, at: number): number {
  const grown = (Math.imul(hash, FACTOR) + text.charCodeAt(at + BLOCK)) | 0;
  return (grown - Math.imul(text.charCodeAt(at), LEAVING)) | 0;
}

function placeOf(hash: number): number {
  return (hash ^ (hash >>> FILTER_BITS)) & ((1 << FILTER_BITS) - 1);
}

function powerOf(base: number, exponent: number): number {
  let power = 1;
  for (let count = 0; count < exponent; count += 1) power = Math.imul(power, base);
  return power;
}
