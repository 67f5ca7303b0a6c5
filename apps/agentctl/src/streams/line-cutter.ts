const LF = 0x0a;
const CR = 0x0d;

export interface CutLine {
  text: string;
  /** The line was longer than what is kept of it. */
  cut: boolean;
}

/** Lines of a program's output, each with at most so many bytes of its beginning. */
export class LineCutter {
  private pieces: Buffer[] = [];
  private kept = 0;
  private cut = false;
  private begun = false;

  constructor(
    private readonly mostBytes: number,
    private readonly onLine: (line: CutLine) => void,
  ) {}

  push(chunk: Buffer): void {
    let at = 0;
    for (let end = chunk.indexOf(LF); end >= 0; end = chunk.indexOf(LF, at)) {
      this.gather(chunk.subarray(at, end));
      this.emit();
      at = end + 1;
    }
    if (at < chunk.length) this.gather(chunk.subarray(at));
  }

  /** What stands behind the last line end. */
  end(): void {
    if (this.begun) this.emit();
  }

  private gather(piece: Buffer): void {
    this.begun = true;
    const part = piece.subarray(0, this.mostBytes - this.kept);
    if (part.length < piece.length) this.cut = true;
    if (part.length === 0) return;
    // A copy: the chunk is much larger than the little of it that may wait here for long.
    this.pieces.push(Buffer.from(part));
    this.kept += part.length;
  }

  private emit(): void {
    const line = Buffer.concat(this.pieces);
    const { cut } = this;
    this.pieces = [];
    this.kept = 0;
    this.cut = false;
    this.begun = false;
    const end = !cut && line.at(-1) === CR ? -1 : undefined;
    this.onLine({ text: textOf(line.subarray(0, end)), cut });
  }
}

/** Bytes that are no UTF-8, and a character that was cut, become U+FFFD. */
const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
