import fc from 'fast-check';
import { deflateSync } from 'node:zlib';
import { fitPicture } from './fit-picture.js';
import { pictureResult } from './picture-result.js';
import type { Pixels } from './pixels.js';
import { decodePng } from './png-decode.js';
import { encodePng } from './png-encode.js';
import { readPngHeader } from './png-header.js';
import { scaledTo } from './scale.js';

const pixels: fc.Arbitrary<Pixels> = fc
  .tuple(fc.integer({ min: 1, max: 24 }), fc.integer({ min: 1, max: 24 }))
  .chain(([width, height]) =>
    fc
      .uint8Array({ minLength: width * height * 3, maxLength: width * height * 3 })
      .map((bytes) => ({ width, height, rgb: Buffer.from(bytes) })),
  );

/** Every point from its place. */
function drawn(width: number, height: number, point: (x: number, y: number) => number[]): Pixels {
  const all = Array.from({ length: width * height }, (_, at) =>
    point(at % width, Math.floor(at / width)),
  );
  return { width, height, rgb: Buffer.from(all.flat()) };
}

describe('a picture as PNG', () => {
  it('is the same picture when it is read again', () => {
    fc.assert(
      fc.property(pixels, (picture) => expect(decodePng(encodePng(picture))).toEqual(picture)),
    );
  });

  it('is read in all forms in which rows are written, with and without colours and alpha', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(0, 2, 4, 6),
        fc.array(fc.constantFrom(0, 1, 2, 3, 4), { minLength: 1, maxLength: 8 }),
        fc.infiniteStream(fc.integer({ min: 0, max: 255 })),
        (kind, filters, stream) => {
          const channels = { 0: 1, 2: 3, 4: 2, 6: 4 }[kind] ?? 0;
          const width = 5;
          const rows = filters.map(() => Buffer.from([...stream.take(width * channels)]));
          const { rgb } = decodePng(written(kind, width, channels, rows, filters));
          const wanted = rows.flatMap((row) =>
            Array.from({ length: width }, (_, x) => {
              const at = (channel: number) => row[x * channels + channel] ?? 0;
              return channels < 3 ? [at(0), at(0), at(0)] : [at(0), at(1), at(2)];
            }),
          );
          expect([...rgb]).toEqual(wanted.flat());
        },
      ),
    );
  });

  it('whatever bytes there are: a picture or an error in words, and never more memory than its size', () => {
    const good = encodePng(drawn(6, 4, (x, y) => [x, y, 9]));
    fc.assert(
      fc.property(fc.nat(good.length - 1), fc.nat(255), fc.nat(good.length), (at, byte, cut) => {
        const bytes = Buffer.from(good);
        bytes[at] = byte;
        try {
          const { width, height, rgb } = decodePng(bytes.subarray(0, cut));
          expect(rgb).toHaveLength(width * height * 3);
        } catch (error) {
          expect(error).toHaveProperty('message');
        }
      }),
    );
  });

  it.each([
    ['of 100,000 points on a side', [100_000, 1]],
    ['of more points than memory should hold', [30_000, 30_000]],
    ['of none', [0, 5]],
  ])('%s is none', (_what, [width = 0, height = 0]) => {
    const png = encodePng(drawn(1, 1, () => [1, 2, 3]));
    png.writeUInt32BE(width, 16);
    png.writeUInt32BE(height, 20);
    expect(readPngHeader(png)).toBeUndefined();
    expect(() => decodePng(png)).toThrow('reasonable size');
  });

  it('does not grow without bounds when its data lies about its size', () => {
    const bomb = pngOf({ kind: 2, width: 2, height: 1 }, Buffer.alloc(50_000_001));
    expect(() => decodePng(bomb)).toThrow();
  });
});

describe('scaling', () => {
  it('keeps what is small enough', () => {
    const picture = drawn(4, 2, (x) => [x, x, x]);
    expect(scaledTo(picture, 4)).toBe(picture);
  });

  it('takes the mean of the points that become one', () => {
    const picture = drawn(4, 2, (x, y) => [x * 10, y * 100, 7]);
    expect(scaledTo(picture, 2)).toEqual({
      width: 2,
      height: 1,
      rgb: Buffer.from([5, 50, 7, 25, 50, 7]),
    });
  });

  it('has the asked width, the same proportion, and no colour that was not between its own', () => {
    fc.assert(
      fc.property(pixels, fc.integer({ min: 1, max: 24 }), (picture, width) => {
        const scaled = scaledTo(picture, width);
        expect(scaled.width).toBe(Math.min(width, picture.width));
        expect(scaled.rgb).toHaveLength(scaled.width * scaled.height * 3);
        expect(Math.max(...scaled.rgb)).toBeLessThanOrEqual(Math.max(...picture.rgb));
        expect(Math.min(...scaled.rgb)).toBeGreaterThanOrEqual(Math.min(...picture.rgb));
      }),
    );
  });
});

describe('what is sent', () => {
  // Every row and column another colour: nothing that compresses.
  const noisy = drawn(200, 100, (x, y) => [
    (x * 73 + y * 151) % 256,
    (x * x + y) % 256,
    (x ^ y) % 256,
  ]);

  it('is as wide as the cap', () => {
    const png = fitPicture(noisy, { screenWidth: 80, screenBytes: 1_000_000 });
    expect(readPngHeader(png)).toMatchObject({ width: 80, height: 40 });
  });

  it('is narrower where it would be too large, and an error where nothing helps', () => {
    const whole = fitPicture(noisy, { screenWidth: 200, screenBytes: 1_000_000 });
    const caps = { screenWidth: 200, screenBytes: whole.length - 1 };
    const png = fitPicture(noisy, caps);
    expect(png.length).toBeLessThanOrEqual(caps.screenBytes);
    expect(readPngHeader(png)?.width).toBeLessThan(200);
    expect(() => fitPicture(noisy, { ...caps, screenBytes: 100 })).toThrow('too large');
  });

  it('is a picture when it comes from a desktop session, or an error', () => {
    const image_b64 = encodePng(noisy).toString('base64');
    const whole = { image_b64, format: 'png' };
    expect(pictureResult({ image_b64, person_told: true })).toEqual({
      ...whole,
      person_told: true,
    });
    // A helper of an older version tells nobody.
    for (const told of [{ person_told: 'yes' }, {}]) {
      expect(pictureResult({ image_b64, ...told })).toEqual({ ...whole, person_told: false });
    }
    const wide = encodePng(drawn(2_561, 1, () => [0, 0, 0])).toString('base64');
    for (const other of ['', '<svg/>', 'aGVsbG8=', wide, `${image_b64}\n`]) {
      expect(() => pictureResult({ image_b64: other })).toThrow('no picture');
    }
    for (const other of [undefined, null, image_b64]) {
      expect(() => pictureResult(other)).toThrow('no picture');
    }
  });
});

/** A PNG whose rows have the given forms: the other way round than the code under test. */
function written(
  kind: number,
  width: number,
  channels: number,
  rows: readonly Buffer[],
  filters: readonly number[],
): Buffer {
  const lines = rows.map((row, y) => {
    const above = rows[y - 1] ?? Buffer.alloc(row.length);
    const differences = row.map((value, x) => {
      const left = row[x - channels] ?? 0;
      const up = above[x] ?? 0;
      const corner = x >= channels ? (above[x - channels] ?? 0) : 0;
      const guesses = [0, left, up, (left + up) >> 1, paeth(left, up, corner)];
      return value - (guesses[filters[y] ?? 0] ?? 0);
    });
    return Buffer.from([filters[y] ?? 0, ...differences]);
  });
  return pngOf({ kind, width, height: rows.length }, Buffer.concat(lines));
}

/** A PNG of rows that are filtered already. */
function pngOf(
  { kind, width, height }: { kind: number; width: number; height: number },
  filtered: Buffer,
): Buffer {
  const png = encodePng(drawn(1, 1, () => [0, 0, 0]));
  const header = Buffer.from(png.subarray(0, 33));
  header.writeUInt32BE(width, 16);
  header.writeUInt32BE(height, 20);
  header[25] = kind;
  const data = deflateSync(filtered);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(data.length);
  const end = png.subarray(png.length - 12);
  return Buffer.concat([header, size, Buffer.from('IDAT'), data, Buffer.alloc(4), end]);
}

/** As the standard writes it. */
function paeth(a: number, b: number, c: number): number {
  const p = a + b - c;
  const [pa, pb, pc] = [Math.abs(p - a), Math.abs(p - b), Math.abs(p - c)];
  if (pa <= pb && pa <= pc) return a;
  return pb <= pc ? b : c;
}
