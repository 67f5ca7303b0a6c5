import type { ChatPictureType } from '@kenny/contract';

/** Width and height in pixels. */
export type Sides = readonly [number, number];

/** From the head of the file; undefined when it does not have the form of its type. */
export function sidesOf(type: ChatPictureType, data: Buffer): Sides | undefined {
  const sides = READERS[type](data);
  return sides && sides[0] > 0 && sides[1] > 0 ? sides : undefined;
}

const READERS: Readonly<Record<ChatPictureType, (data: Buffer) => Sides | undefined>> = {
  'image/png': png,
  'image/jpeg': jpeg,
  'image/gif': gif,
  'image/webp': webp,
};

const PNG = '\x89PNG\r\n\x1a\n';

function png(data: Buffer): Sides | undefined {
  if (data.length < 24 || data.toString('latin1', 0, 8) !== PNG) return undefined;
  if (data.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  return [data.readUInt32BE(16), data.readUInt32BE(20)];
}

function gif(data: Buffer): Sides | undefined {
  if (data.length < 10 || !/^GIF8[79]a$/.test(data.toString('latin1', 0, 6))) return undefined;
  return [data.readUInt16LE(6), data.readUInt16LE(8)];
}

/** Markers that begin a frame; the others between them are tables (DHT, JPG, DAC). */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Segments up to the first frame, which has the sides. */
function jpeg(data: Buffer): Sides | undefined {
  if (data.length < 4 || data.readUInt16BE(0) !== 0xffd8) return undefined;
  for (let at = 2; at + 9 <= data.length;) {
    if (data[at] !== 0xff) return undefined;
    const marker = data.readUInt8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (isFrame(marker)) return [data.readUInt16BE(at + 7), data.readUInt16BE(at + 5)];
    at += 2 + Math.max(2, data.readUInt16BE(at + 2));
  }
  return undefined;
}

/** A lossy picture, a lossless one, or one with features, each with a header of its own. */
function webp(data: Buffer): Sides | undefined {
  if (data.length < 30 || data.toString('latin1', 0, 4) !== 'RIFF') return undefined;
  if (data.toString('latin1', 8, 12) !== 'WEBP') return undefined;
  switch (data.toString('latin1', 12, 16)) {
    case 'VP8 ':
      if (data.readUIntBE(23, 3) !== 0x9d012a) return undefined;
      return [data.readUInt16LE(26) & 0x3fff, data.readUInt16LE(28) & 0x3fff];
    case 'VP8L': {
      if (data[20] !== 0x2f) return undefined;
      const bits = data.readUInt32LE(21);
      return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
    }
    case 'VP8X':
      return [data.readUIntLE(24, 3) + 1, data.readUIntLE(27, 3) + 1];
    default:
      return undefined;
  }
}
