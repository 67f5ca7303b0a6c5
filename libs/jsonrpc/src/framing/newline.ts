import type { Frame, FrameLimits, FrameReader, Framing } from './framing.js';
import { GatheredBytes } from './gathered-bytes.js';

const NOTHING = new Uint8Array();
const LF = 0x0a;
const CR = 0x0d;
/** How much of a line that is too long is still shown to somebody. */
const BEGINNING_BYTES = 1024;

/**
 * One message a line, as in ACP: lines end in `\n` or `\r\n`, and in nothing else. Written lines have
 * U+2028 and U+2029 escaped, since readers exist that take them for line ends.
 */
export const newline: Framing = {
  toleratesJunk: true,
  reader: (limits) => new LineReader(limits),
  encode(json) {
    const line = json.replace(/[\u2028\u2029]/g, (char) =>
      char === '\u2028' ? '\\u2028' : '\\u2029',
    );
    return Buffer.from(`${line}\n`);
  },
};

class LineReader implements FrameReader {
  private chunk: Uint8Array = NOTHING;
  private at = 0;
  private readonly gathered = new GatheredBytes();
  /** The beginning of a line that is too long, until its end is found. */
  private tooLong: Uint8Array | undefined;

  constructor(private readonly limits: FrameLimits) {}

  get keptBytes(): number {
    return this.gathered.length + this.chunk.length - this.at;
  }

  push(chunk: Uint8Array): void {
    this.chunk = chunk;
    this.at = 0;
  }

  next(): Frame | undefined {
    while (this.at < this.chunk.length) {
      const end = this.chunk.indexOf(LF, this.at);
      const piece = this.chunk.subarray(this.at, end < 0 ? undefined : end);
      this.at += piece.length + 1;
      const frame = end < 0 ? this.gather(piece) : this.line(piece);
      if (frame) return frame;
    }
    this.push(NOTHING);
    return undefined;
  }

  private gather(piece: Uint8Array): undefined {
    if (this.tooLong) return;
    // One byte more, for the CR of a line end.
    if (this.gathered.length + piece.length <= this.limits.maxBodyBytes + 1) {
      this.gathered.append(piece);
      return;
    }
    this.gathered.append(piece.subarray(0, BEGINNING_BYTES));
    this.tooLong = Uint8Array.from(this.gathered.take().subarray(0, BEGINNING_BYTES));
  }

  private line(piece: Uint8Array): Frame | undefined {
    let line = piece;
    if (this.gathered.length > 0 || this.tooLong) {
      this.gather(piece);
      line = this.gathered.take();
    }
    const beginning = this.tooLong;
    this.tooLong = undefined;
    if (beginning) return { kind: 'too_large', beginning };
    const bytes = line.at(-1) === CR ? line.subarray(0, -1) : line;
    if (bytes.length > this.limits.maxBodyBytes) {
      return { kind: 'too_large', beginning: bytes.subarray(0, BEGINNING_BYTES) };
    }
    return bytes.length === 0 ? undefined : { kind: 'body', bytes };
  }
}
