/** Points on a side of an icon beside the clock. */
export const ICON_SIDE = 16;

const ON = [0x5b, 0xa3, 0x2e];
const OFF = [0x8a, 0x8a, 0x8a];

/** The icon as `CreateIcon` takes it: blue, green, red and how much it covers, from the top. */
export function iconBits(on: boolean): Buffer {
  const [red = 0, green = 0, blue = 0] = on ? ON : OFF;
  const bits = Buffer.alloc(ICON_SIDE * ICON_SIDE * 4);
  const middle = (ICON_SIDE - 1) / 2;
  for (let at = 0; at < ICON_SIDE * ICON_SIDE; at += 1) {
    const [x, y] = [at % ICON_SIDE, Math.floor(at / ICON_SIDE)];
    const away = Math.hypot(x - middle, y - middle);
    // A ring with a gap for the bar of a switch: filled while it is on.
    const covers = away <= middle && (on || away >= middle - 2 || x === y);
    if (covers) bits.set([blue, green, red, 0xff], at * 4);
  }
  return bits;
}
