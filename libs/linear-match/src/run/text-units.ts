import type { Alphabet } from './alphabet.js';

const SCRATCH = 1 << 13;

/**
 * A text as numbers: walking over a string is slower, character by character. The buffers are used
 * again for the next text, so that matching leaves no garbage.
 */
export class TextUnits {
  /** UTF-16 units, of a surrogate pair one: as many as there are classes. */
  units = new Uint16Array(SCRATCH);
  /** What each of them is to an alphabet. */
  classes = new Uint16Array(SCRATCH);
  /** How many of them the text has; what lies behind is of no meaning. */
  length = 0;
  private bytes = bytesOf(this.units);

  read(text: string, alphabet: Alphabet): void {
    if (this.units.length < text.length) {
      this.units = new Uint16Array(text.length);
      this.classes = new Uint16Array(text.length);
      this.bytes = bytesOf(this.units);
    }
    this.bytes.write(text, 0, 'utf16le');
    this.length = alphabet.encode(this.units, text.length, this.classes);
  }
}

/** `utf16le` read as the machine's own numbers: little-endian machines only. */
const bytesOf = (units: Uint16Array) => Buffer.from(units.buffer);
