import { bufferOf, fakeLibrary } from '../../test/windows/fake-library.js';
import { structure } from '../../test/windows/structure.js';
import { captureScreens, withoutFourth } from './screen.js';

/** As documented: BITMAPINFOHEADER; points of 32 bits need no table of colours behind it. */
const INFO = structure(
  ['biSize', 'DWORD'],
  ['biWidth', 'LONG'],
  ['biHeight', 'LONG'],
  ['biPlanes', 'WORD'],
  ['biBitCount', 'WORD'],
  ['biCompression', 'DWORD'],
  ['biSizeImage', 'DWORD'],
  ['biXPelsPerMeter', 'LONG'],
  ['biYPelsPerMeter', 'LONG'],
  ['biClrUsed', 'DWORD'],
  ['biClrImportant', 'DWORD'],
);
/** A second monitor left of and above the first. */
const AREA: Readonly<Record<number, number>> = { 76: -2, 77: -1, 78: 3, 79: 2 };

function windows(area = AREA, more: Record<string, () => unknown> = {}) {
  return fakeLibrary({
    GetSystemMetrics: (which) => area[Number(which)],
    GetDC: () => 5n,
    ReleaseDC: () => 1,
    CreateCompatibleDC: () => 6n,
    CreateCompatibleBitmap: () => 7n,
    SelectObject: () => 8n,
    BitBlt: () => 1,
    GetDIBits: (_dc, _bitmap, _start, lines, points) => {
      if (Buffer.isBuffer(points)) points.fill(Buffer.from([1, 2, 3, 0]));
      return lines;
    },
    DeleteObject: () => 1,
    DeleteDC: () => 1,
    ...more,
  });
}

describe('a picture of all monitors', () => {
  it('is copied from where they begin, and asked for as Windows documents it', () => {
    const fake = windows();
    expect(captureScreens(fake.library)).toEqual({
      ...{ width: 3, height: 2 },
      rgb: Buffer.from(Array.from({ length: 6 }, () => [3, 2, 1]).flat()),
    });
    const copied = fake.calls.find(({ name }) => name === 'BitBlt');
    expect(copied?.args.slice(1, 8)).toEqual([0, 0, 3, 2, 5n, -2, -1]);
    const info = fake.calls.find(({ name }) => name === 'GetDIBits')?.args[5];
    if (!Buffer.isBuffer(info)) throw new Error('no header was handed over');
    const { size, at } = INFO;
    expect([info.length, info.readUInt32LE(at.biSize)]).toEqual([size, size]);
    expect(info.readInt32LE(at.biWidth)).toBe(3);
    // From the top.
    expect(info.readInt32LE(at.biHeight)).toBe(-2);
    expect(info.readUInt16LE(at.biPlanes)).toBe(1);
    expect(info.readUInt16LE(at.biBitCount)).toBe(32);
    expect(bufferOf(fake, 'GetDIBits').length).toBe(3 * 2 * 4);
  });

  it('gives everything back, also when the screen is locked', () => {
    const fake = windows(AREA, { BitBlt: () => 0 });
    expect(() => captureScreens(fake.library)).toThrow('it is locked');
    const names = fake.calls.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['DeleteObject', 'DeleteDC', 'ReleaseDC']));
  });

  it.each([
    [{ 76: 0, 77: 0, 78: 0, 79: 0 }],
    [{ 76: 0, 77: 0, 78: -5, 79: 5 }],
    [{ 76: 0, 77: 0, 78: 2 ** 30, 79: 2 ** 30 }],
  ])('is none of a screen like %j', (area) => {
    expect(() => captureScreens(windows(area).library)).toThrow('no screen');
  });

  it('has red first and no fourth byte', () => {
    expect(withoutFourth(Buffer.from([1, 2, 3, 9, 4, 5, 6, 9]))).toEqual(
      Buffer.from([3, 2, 1, 6, 5, 4]),
    );
  });
});
