/** A picture in memory: rows from the top, three bytes (red, green, blue) for each point. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly rgb: Buffer;
}

/** Points that a picture may have at most: four screens of 4K, and some. */
export const MOST_POINTS = 48 * 1024 * 1024;

/** Points of a picture that is no wider and no higher than this. */
export const LONGEST_SIDE = 32_767;

/** Whether a picture of this size is one that we take into memory. */
export function isReasonable(width: number, height: number): boolean {
  return (
    [width, height].every((side) => side >= 1 && side <= LONGEST_SIDE) &&
    width * height <= MOST_POINTS
  );
}
