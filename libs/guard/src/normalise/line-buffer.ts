const FIRST_UNITS = 1 << 12;
const NEWLINE = 0x0a;
const BLANK = 0x20;
const BYTE = 0xff;

/**
 * Lines of words, written character by character into one stretch of memory: adding up or joining
 * strings would leave one behind for every word.
 */
export class LineBuffer {
  private units = new Uint16Array(FIRST_UNITS);
  private length = 0;
  /** Where the last line begins, and where the text before it ends. */
  private lineStart = 0;
  private before = 0;
  /** Bits of all characters that were written. */
  private seen = 0;
  /** Words of the last line. */
  words = 0;

  begin(): void {
    this.before = this.length;
    if (this.length > 0) this.reserve(1)[this.length++] = NEWLINE;
    this.lineStart = this.length;
    this.words = 0;
  }

  add(word: string): void {
    const units = this.reserve(word.length + 1);
    let to = this.length;
    if (this.words++ > 0) units[to++] = BLANK;
    let { seen } = this;
    for (let at = 0; at < word.length; at++) {
      const unit = word.charCodeAt(at);
      seen |= unit;
      units[to++] = unit;
    }
    this.seen = seen;
    this.length = to;
  }

  /** Characters of the last line. */
  get lineLength(): number {
    return this.length - this.lineStart;
  }

  get line(): string {
    return this.text(this.lineStart);
  }

  /** Takes the last line back. */
  drop(): void {
    this.length = this.before;
  }

  toString(): string {
    return this.text(0);
  }

  private text(from: number): string {
    const units = this.units.subarray(from, this.length);
    // Most texts hold only characters that fit into a byte; then so does the string.
    if (this.seen <= BYTE) return Buffer.from(units).toString('latin1');
    return Buffer.from(units.buffer, units.byteOffset, units.byteLength).toString('utf16le');
  }

  private reserve(more: number): Uint16Array {
    const needed = this.length + more;
    if (needed > this.units.length) {
      const larger = new Uint16Array(needed * 2);
      larger.set(this.units);
      this.units = larger;
    }
    return this.units;
  }
}
