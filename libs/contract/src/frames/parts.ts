/** A piece of a text in UTF-8, as long as `most` bytes allow without splitting a character. */
export function cutText(bytes: Uint8Array, from: number, most: number): string {
  let end = Math.min(from + most, bytes.length);
  while (end > from && end < bytes.length && isContinuation(bytes[end])) end -= 1;
  return new TextDecoder().decode(bytes.subarray(from, end));
}

const isContinuation = (byte = 0): boolean => (byte & 0xc0) === 0x80;

/** Where a piece of a text belongs. */
export interface Piece {
  readonly size: number;
  readonly from: number;
  readonly text: string;
}

/** The pieces of one text, in order. */
export class PiecedText {
  received = 0;
  private readonly pieces: string[] = [];

  constructor(readonly size: number) {}

  /** Why the piece does not belong here; undefined when it was taken. */
  add({ size, from, text }: Piece): string | undefined {
    if (size !== this.size) return `the size changed from ${this.size} to ${size}`;
    if (from !== this.received) return `a part begins at ${from} instead of ${this.received}`;
    const received = from + new TextEncoder().encode(text).length;
    if (received > size) return `a part goes beyond the size of ${size}`;
    if (received === from) return 'a part is empty';
    this.received = received;
    this.pieces.push(text);
    return undefined;
  }

  /** The whole text; undefined before its last piece. */
  get whole(): string | undefined {
    return this.received === this.size ? this.pieces.join('') : undefined;
  }
}
