import { crc32, deflateSync } from 'node:zlib';

/** `#rrggbb`. */
export type Colour = string;

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const BIT_DEPTH = 8;
/** Each pixel is one byte: a place in the palette. */
const INDEXED = 3;
const MOST_COLOURS = 256;

/** Rectangles of few colours, as a PNG: no browser, no native code, no fonts. */
export class Picture {
  private readonly palette: Colour[];
  private readonly pixels: Uint8Array;

  constructor(
    readonly width: number,
    readonly height: number,
    background: Colour,
  ) {
    this.palette = [background];
    this.pixels = new Uint8Array(width * height);
  }

  /** What lies outside is left out. */
  fill(x: number, y: number, width: number, height: number, colour: Colour): void {
    const index = this.indexOf(colour);
    const [left, right] = [Math.max(0, x), Math.min(this.width, x + width)];
    if (right <= left) return;
    for (let row = Math.max(0, y); row < Math.min(this.height, y + height); row += 1) {
      this.pixels.fill(index, row * this.width + left, row * this.width + right);
    }
  }

  png(): Buffer {
    const header = Buffer.alloc(13);
    header.writeUInt32BE(this.width, 0);
    header.writeUInt32BE(this.height, 4);
    header.set([BIT_DEPTH, INDEXED], 8);
    return Buffer.concat([
      SIGNATURE,
      chunk('IHDR', header),
      chunk('PLTE', Buffer.from(this.palette.map((colour) => colour.slice(1)).join(''), 'hex')),
      chunk('IDAT', deflateSync(this.lines())),
      chunk('IEND', Buffer.alloc(0)),
    ]);
  }

  /** Each line begins with the number of its filter: none. */
  private lines(): Uint8Array {
    const lines = new Uint8Array((this.width + 1) * this.height);
    for (let row = 0; row < this.height; row += 1) {
      const line = this.pixels.subarray(row * this.width, (row + 1) * this.width);
      lines.set(line, row * (this.width + 1) + 1);
    }
    return lines;
  }

  private indexOf(colour: Colour): number {
    const known = this.palette.indexOf(colour);
    if (known >= 0) return known;
    if (this.palette.length >= MOST_COLOURS) throw new Error('a picture has 256 colours at most');
    return this.palette.push(colour) - 1;
  }
}

function chunk(type: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
