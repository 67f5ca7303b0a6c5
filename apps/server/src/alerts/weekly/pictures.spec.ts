import { crc32, inflateSync } from 'node:zlib';
import { HEALTH_COLOURS, SIZES, disksPicture, healthPicture, weekPicture } from './pictures.js';
import { Picture } from './png.js';

const NONE = { crit: 0, warn: 0, offline: 0, unknown: 0, ok: 0 };
const GROUND = '#f3f5f7';

/** What a program that shows pictures makes of it; every sum is verified. */
function decoded(png: Buffer) {
  expect([...png.subarray(0, 8)]).toEqual([137, 80, 78, 71, 13, 10, 26, 10]);
  const chunks = new Map<string, Buffer>();
  let at = 8;
  while (at < png.length) {
    const length = png.readUInt32BE(at);
    const named = png.subarray(at + 4, at + 8 + length);
    expect(png.readUInt32BE(at + 8 + length)).toBe(crc32(named));
    chunks.set(named.toString('latin1', 0, 4), named.subarray(4));
    at += 12 + length;
  }
  expect(at).toBe(png.length);
  expect([...chunks.keys()]).toEqual(['IHDR', 'PLTE', 'IDAT', 'IEND']);
  const part = (name: string): Buffer => chunks.get(name) ?? Buffer.alloc(0);
  const header = part('IHDR');
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  expect([...header.subarray(8)]).toEqual([8, 3, 0, 0, 0]);
  const lines = inflateSync(part('IDAT'));
  expect(lines).toHaveLength((width + 1) * height);
  const colourAt = (x: number, y: number): string => {
    expect(lines[y * (width + 1)]).toBe(0);
    const index = lines[y * (width + 1) + 1 + x] ?? 0;
    return `#${part('PLTE').toString('hex', index * 3, index * 3 + 3)}`;
  };
  return { width, height, colourAt };
}

/** Colours from left to right, or from top to bottom, each run once. */
function runs(length: number, colourAt: (at: number) => string): string[] {
  const colours = Array.from({ length }, (_, at) => colourAt(at));
  return colours.filter((colour, at) => colour !== colours[at - 1]);
}

describe('a picture', () => {
  it('is a PNG with the pixels that were filled, and none beyond its edge', () => {
    const picture = new Picture(4, 3, '#ffffff');
    picture.fill(-2, 1, 4, 1, '#ff0000');
    picture.fill(3, 2, 100, 100, '#00ff00');
    picture.fill(9, 0, 5, 5, '#0000ff');
    const { width, height, colourAt } = decoded(picture.png());
    expect({ width, height }).toEqual({ width: 4, height: 3 });
    const rows = [0, 1, 2].map((y) => [0, 1, 2, 3].map((x) => colourAt(x, y).slice(1)).join(' '));
    expect(rows).toEqual([
      'ffffff ffffff ffffff ffffff',
      'ff0000 ff0000 ffffff ffffff',
      'ffffff ffffff ffffff 00ff00',
    ]);
  });

  it('of PCs is divided as they are, worst first, and the one that is critical is seen', () => {
    const { width, height, colourAt } = decoded(healthPicture({ ...NONE, crit: 1, ok: 9_999 }));
    expect([width, height]).toEqual([SIZES.width * 2, SIZES.health * 2]);
    const { crit, ok } = HEALTH_COLOURS;
    expect(runs(width, (x) => colourAt(x, 20))).toEqual([GROUND, crit, ok, GROUND]);
    expect(runs(height, (y) => colourAt(400, y))).toEqual([GROUND, ok, GROUND]);
  });

  it('of disks is as full as they are, and no fuller than a disk can be', () => {
    const { width, height, colourAt } = decoded(disksPicture([50, 0, 400]));
    expect(height).toBe(3 * SIZES.disk.height * 2);
    const [used, free] = ['#3f74b0', '#d9dee4'];
    const [half, none, all] = [22, 66, 110].map((y) => runs(width, (x) => colourAt(x, y)));
    expect(half).toEqual([GROUND, used, free, GROUND]);
    expect(colourAt(width / 2 - 1, 22)).toBe(used);
    expect(colourAt(width / 2, 22)).toBe(free);
    expect(none).toEqual([GROUND, free, GROUND]);
    expect(all).toEqual([GROUND, used, GROUND]);
  });

  it('of the week has a column for each day, and nothing for a day without PCs', () => {
    const days = [{ ...NONE, ok: 2 }, NONE, { ...NONE, warn: 1, ok: 1 }];
    const { width, height, colourAt } = decoded(weekPicture(days));
    const middle = (day: number) => Math.floor(((day + 0.5) * width) / 3);
    const columns = [0, 1, 2].map((day) => runs(height, (y) => colourAt(middle(day), y)));
    const { ok, warn } = HEALTH_COLOURS;
    expect(columns).toEqual([[GROUND, ok, GROUND], [GROUND], [GROUND, ok, warn, GROUND]]);
  });
});
