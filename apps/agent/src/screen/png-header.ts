import { isReasonable } from './pixels.js';

export const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const HEADER_BYTES = 33;

export interface PngHeader {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  /** 0 grey, 2 RGB, 3 palette, 4 grey with alpha, 6 RGBA. */
  readonly kind: number;
  readonly interlaced: boolean;
}

/** Header of a PNG of reasonable size; undefined for everything else. */
export function readPngHeader(bytes: Buffer): PngHeader | undefined {
  if (bytes.length < HEADER_BYTES || !bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return undefined;
  if (bytes.readUInt32BE(8) !== 13 || bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  if (!isReasonable(width, height)) return undefined;
  return {
    width,
    height,
    depth: bytes.readUInt8(24),
    kind: bytes.readUInt8(25),
    interlaced: bytes.readUInt8(28) !== 0,
  };
}
