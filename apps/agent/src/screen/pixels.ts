/** An image in memory: rows from the top, three bytes (red, green, blue) per pixel. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly rgb: Buffer;
}

/** Largest image in pixels: four 4K screens, and some. */
export const MOST_POINTS = 48 * 1024 * 1024;

/** Pixel count up to this width and height. */
export const LONGEST_SIDE = 32_767;

/** Whether an image of this size may be loaded into memory. */
export function isReasonable(width: number, height: number): boolean {
  return (
    [width, height].every((side) => side >= 1 && side <= LONGEST_SIDE) &&
    width * height <= MOST_POINTS
  );
}
