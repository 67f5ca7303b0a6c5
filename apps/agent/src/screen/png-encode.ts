import { crc32, deflateSync } from 'node:zlib';
import type { Pixels } from './pixels.js';
import { PNG_SIGNATURE } from './png-header.js';

const BYTES = 3;
const RGB = 2;
/** Screens are mostly flat: more effort hardly makes them smaller. */
const LEVEL = 6;

/** PNG with 8 bits per channel. Blocks, so it needs a process that does nothing else. */
export function encodePng({ width, height, rgb }: Pixels): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, RGB, 0, 0, 0], 8);
  return Buffer.concat([
    PNG_SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(filtered({ width, height, rgb }), { level: LEVEL })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const out = Buffer.alloc(12 + data.length);
  out.writeUInt32BE(data.length, 0);
  out.write(type, 4, 'latin1');
  data.copy(out, 8);
  out.writeUInt32BE(crc32(out.subarray(4, 8 + data.length)), 8 + data.length);
  return out;
}

const [NONE, SUB, UP] = [0, 1, 2];

/** Filters each row by its left or upper neighbour, whichever leaves less. */
function filtered({ width, height, rgb }: Pixels): Buffer {
  const stride = width * BYTES;
  const out = Buffer.alloc(height * (stride + 1));
  for (let y = 0; y < height; y += 1) {
    const row = y * stride;
    const to = y * (stride + 1);
    const kind = cheapest(rgb, row, stride, y > 0);
    out[to] = kind;
    const back = kind === SUB ? BYTES : stride;
    for (let x = 0; x < stride; x += 1) {
      const before = kind === NONE || (kind === SUB && x < BYTES) ? 0 : (rgb[row + x - back] ?? 0);
      out[to + 1 + x] = (rgb[row + x] ?? 0) - before;
    }
  }
  return out;
}

/** The usual heuristic: the filter with the smallest sum of signed differences. */
function cheapest(rgb: Buffer, row: number, stride: number, hasAbove: boolean): number {
  let [none, sub, up] = [0, 0, 0];
  for (let x = 0; x < stride; x += 1) {
    const value = rgb[row + x] ?? 0;
    none += small(value);
    sub += small(value - (x < BYTES ? 0 : (rgb[row + x - BYTES] ?? 0)));
    if (hasAbove) up += small(value - (rgb[row + x - stride] ?? 0));
  }
  if (hasAbove && up <= sub && up <= none) return UP;
  return sub <= none ? SUB : NONE;
}

function small(difference: number): number {
  const byte = difference & 0xff;
  return byte < 128 ? byte : 256 - byte;
}
