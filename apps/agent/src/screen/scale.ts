import type { Pixels } from './pixels.js';

/**
 * Scales down to `width`, keeping proportions: each pixel is the mean of those that it replaces, so
 * that small text stays readable.
 */
export function scaledTo(picture: Pixels, width: number): Pixels {
  if (picture.width <= width) return picture;
  const height = Math.max(1, Math.round((picture.height * width) / picture.width));
  const rgb = Buffer.alloc(width * height * 3);
  for (let y = 0, to = 0; y < height; y += 1) {
    const [top, bottom] = span(y, height, picture.height);
    for (let x = 0; x < width; x += 1, to += 3) {
      const [left, right] = span(x, width, picture.width);
      mean(picture, { left, right, top, bottom }, rgb, to);
    }
  }
  return { width, height, rgb };
}

/** Which of `from` pixels the one at `index` of `to` stands for: at least one. */
function span(index: number, to: number, from: number): [number, number] {
  const start = Math.floor((index * from) / to);
  return [start, Math.max(start + 1, Math.floor(((index + 1) * from) / to))];
}

interface Area {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

function mean({ rgb, width }: Pixels, area: Area, out: Buffer, to: number): void {
  let [red, green, blue] = [0, 0, 0];
  for (let y = area.top; y < area.bottom; y += 1) {
    for (let at = (y * width + area.left) * 3; at < (y * width + area.right) * 3; at += 3) {
      red += rgb[at] ?? 0;
      green += rgb[at + 1] ?? 0;
      blue += rgb[at + 2] ?? 0;
    }
  }
  const points = (area.right - area.left) * (area.bottom - area.top);
  out[to] = Math.round(red / points);
  out[to + 1] = Math.round(green / points);
  out[to + 2] = Math.round(blue / points);
}
