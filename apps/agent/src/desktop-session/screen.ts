import { isReasonable, type Pixels } from '../screen/pixels.js';
import type { NativeLibrary, NativeValue } from '../platform/windows/native/library.js';
import { handleOf } from '../platform/windows/native/memory-layout.js';

/** `GetSystemMetrics`: the rectangle around all monitors. */
const VIRTUAL_SCREEN = { left: 76, top: 77, width: 78, height: 79 } as const;
/** Copies pixels as shown, layered windows included. */
const COPY = 0x00cc_0020 | 0x4000_0000;
const INFO_BYTES = 40;
const BITS = 32;

/** Call once, before measuring: otherwise Windows reports scaled sizes. */
export function seeRealPoints(library: NativeLibrary): void {
  library.load('user32.dll').func('int __stdcall SetProcessDPIAware()')();
}

/**
 * All monitors as one picture. @throws Error when the screen cannot be captured now (locked, UAC)
 */
export function captureScreens(library: NativeLibrary): Pixels {
  const metric = library.load('user32.dll').func('int __stdcall GetSystemMetrics(int which)');
  const [left, top, width, height] = [
    VIRTUAL_SCREEN.left,
    VIRTUAL_SCREEN.top,
    VIRTUAL_SCREEN.width,
    VIRTUAL_SCREEN.height,
  ].map((which) => Number(metric(which))) as [number, number, number, number];
  if (!isReasonable(width, height)) throw new Error('this session has no screen');
  const bgra = withScreen(library, (screen) =>
    copied(library, screen, { left, top, width, height }),
  );
  return { width, height, rgb: withoutFourth(bgra) };
}

interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

function withScreen<R>(library: NativeLibrary, use: (screen: NativeValue) => R): R {
  const user = library.load('user32.dll');
  const screen = handleOf(user.func('int64_t __stdcall GetDC(int64_t window)')(0));
  if (screen === undefined) throw new Error('Windows does not show the screen');
  try {
    return use(screen);
  } finally {
    user.func('int __stdcall ReleaseDC(int64_t window, int64_t dc)')(0, screen);
  }
}

function copied(library: NativeLibrary, screen: NativeValue, area: Rectangle): Buffer {
  const { left, top, width, height } = area;
  const gdi = library.load('gdi32.dll');
  const memory = handleOf(gdi.func('int64_t __stdcall CreateCompatibleDC(int64_t dc)')(screen));
  const bitmap = handleOf(
    gdi.func('int64_t __stdcall CreateCompatibleBitmap(int64_t dc, int width, int height)')(
      screen,
      width,
      height,
    ),
  );
  const select = gdi.func('int64_t __stdcall SelectObject(int64_t dc, int64_t thing)');
  try {
    if (memory === undefined || bitmap === undefined) {
      throw new Error('Windows has no memory for a screenshot');
    }
    const before = handleOf(select(memory, bitmap));
    const copy = gdi.func(
      'int __stdcall BitBlt(int64_t to, int x, int y, int width, int height, int64_t from, int left, int top, uint32_t how)',
    );
    const done = copy(memory, 0, 0, width, height, screen, left, top, COPY);
    if (before !== undefined) select(memory, before);
    if (!done)
      throw new Error('the screen cannot be seen now: it is locked, or Windows asks something');
    return pointsOf(gdi, memory, bitmap, area);
  } finally {
    if (bitmap !== undefined) gdi.func('int __stdcall DeleteObject(int64_t thing)')(bitmap);
    if (memory !== undefined) gdi.func('int __stdcall DeleteDC(int64_t dc)')(memory);
  }
}

function pointsOf(
  gdi: ReturnType<NativeLibrary['load']>,
  memory: NativeValue,
  bitmap: NativeValue,
  { width, height }: Rectangle,
): Buffer {
  const info = Buffer.alloc(INFO_BYTES);
  info.writeUInt32LE(INFO_BYTES, 0);
  info.writeInt32LE(width, 4);
  // Negative height: rows from the top.
  info.writeInt32LE(-height, 8);
  info.writeUInt16LE(1, 12);
  info.writeUInt16LE(BITS, 14);
  const points = Buffer.alloc(width * height * (BITS / 8));
  const read = gdi.func(
    'int __stdcall GetDIBits(int64_t dc, int64_t bitmap, uint32_t start, uint32_t lines, void *bits, void *info, uint32_t usage)',
  );
  if (Number(read(memory, bitmap, 0, height, points, info, 0)) !== height) {
    throw new Error('Windows does not return the picture');
  }
  return points;
}

/** Windows stores BGR with an unused fourth byte. */
export function withoutFourth(bgra: Buffer): Buffer {
  const rgb = Buffer.alloc((bgra.length / 4) * 3);
  for (let from = 0, to = 0; from < bgra.length; from += 4, to += 3) {
    rgb[to] = bgra[from + 2] ?? 0;
    rgb[to + 1] = bgra[from + 1] ?? 0;
    rgb[to + 2] = bgra[from] ?? 0;
  }
  return rgb;
}
