import { inflateSync } from 'node:zlib';
import type { Pixels } from './pixels.js';
import { readPngHeader } from './png-header.js';

/** Bytes per pixel, by PNG colour type. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 4: 2, 6: 4 };

/**
 * Pixels of a PNG as screenshot programs write them: 8 bits per channel, not interlaced, no
 * palette. Alpha is dropped: a screen has none.
 * @throws Error in words for everything else
 */
export function decodePng(bytes: Buffer): Pixels {
  const header = readPngHeader(bytes);
  if (!header) throw new Error('it is no PNG picture of a reasonable size');
  const channels = CHANNELS[header.kind];
  if (channels === undefined || header.depth !== 8 || header.interlaced) {
    throw new Error('it is a PNG picture of a kind that kenny does not read');
  }
  const { width, height } = header;
  const stride = width * channels;
  const rows = inflateSync(dataOf(bytes), { maxOutputLength: height * (stride + 1) });
  if (rows.length !== height * (stride + 1)) throw new Error('the picture is not whole');
  unfilter(rows, stride, channels);
  const rgb = Buffer.alloc(width * height * 3);
  for (let y = 0, to = 0; y < height; y += 1) {
    let from = y * (stride + 1) + 1;
    for (let x = 0; x < width; x += 1, from += channels, to += 3) {
      const grey = channels < 3;
      rgb[to] = rows[from] ?? 0;
      rgb[to + 1] = rows[grey ? from : from + 1] ?? 0;
      rgb[to + 2] = rows[grey ? from : from + 2] ?? 0;
    }
  }
  return { width, height, rgb };
}

/** Joined content of the data chunks. */
function dataOf(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (type === 'IDAT') parts.push(bytes.subarray(at + 8, at + 8 + length));
    if (type === 'IEND') break;
    at += 12 + length;
  }
  return Buffer.concat(parts);
}

/** Undoes the row filters, in place. */
function unfilter(rows: Buffer, stride: number, channels: number): void {
  for (let row = 0; row < rows.length; row += stride + 1) {
    const kind = rows[row] ?? 0;
    if (kind > 4) throw new Error('the picture has rows of an unknown form');
    if (kind === 0) continue;
    for (let x = 1; x <= stride; x += 1) {
      const left = x > channels ? (rows[row + x - channels] ?? 0) : 0;
      const above = row > 0 ? (rows[row + x - stride - 1] ?? 0) : 0;
      const corner = row > 0 && x > channels ? (rows[row + x - stride - 1 - channels] ?? 0) : 0;
      rows[row + x] = (rows[row + x] ?? 0) + guess(kind, left, above, corner);
    }
  }
}

function guess(kind: number, left: number, above: number, corner: number): number {
  if (kind === 1) return left;
  if (kind === 2) return above;
  if (kind === 3) return (left + above) >> 1;
  const [byLeft, byAbove, byCorner] = [
    Math.abs(above - corner),
    Math.abs(left - corner),
    Math.abs(left + above - 2 * corner),
  ];
  if (byLeft <= byAbove && byLeft <= byCorner) return left;
  return byAbove <= byCorner ? above : corner;
}
