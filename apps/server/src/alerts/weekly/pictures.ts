import { PC_HEALTH_ORDER, type PcHealth } from '@kenny/contract';
import type { PcCounts } from '@kenny/health';
import { Picture, type Colour } from './png.js';

/** Its own background: a mail is read on white and on black. */
const BACKGROUND: Colour = '#f3f5f7';
const EMPTY: Colour = '#d9dee4';
const USED: Colour = '#3f74b0';
export const HEALTH_COLOURS: Readonly<Record<PcHealth, Colour>> = {
  crit: '#c62f2f',
  warn: '#d98a00',
  offline: '#6b7683',
  unknown: '#a9b2bc',
  ok: '#2e8b57',
};

/** Pixels on the page; a picture has twice as many, for fine screens. */
export const SIZES = {
  width: 480,
  health: 28,
  /** Of each disk, so that the lines beside it stand in step. */
  disk: { width: 160, height: 22 },
  week: 96,
} as const;
const FINE = 2;
const EDGE = 8;
const GAP = 6;

/** One bar, divided as the PCs are. */
export function healthPicture(counts: PcCounts): Buffer {
  const [width, height] = [SIZES.width * FINE, SIZES.health * FINE];
  const picture = new Picture(width, height, BACKGROUND);
  const inner = width - 2 * EDGE;
  let left = EDGE;
  for (const { health, share } of sharesOf(counts, inner)) {
    picture.fill(left, EDGE, share, height - 2 * EDGE, HEALTH_COLOURS[health]);
    left += share;
  }
  return picture.png();
}

/** A bar for each disk, as full as it is. */
export function disksPicture(percents: readonly number[]): Buffer {
  const [width, step] = [SIZES.disk.width * FINE, SIZES.disk.height * FINE];
  const picture = new Picture(width, step * percents.length, BACKGROUND);
  const inner = width - 2 * EDGE;
  for (const [row, percent] of percents.entries()) {
    const [top, height] = [row * step + EDGE, step - 2 * EDGE];
    const full = Math.round((inner * Math.min(100, Math.max(0, percent))) / 100);
    picture.fill(EDGE, top, inner, height, EMPTY);
    picture.fill(EDGE, top, full, height, USED);
  }
  return picture.png();
}

/** A column for each day, divided as the PCs were; what needs attention stands at the bottom. */
export function weekPicture(days: readonly PcCounts[]): Buffer {
  const [width, height] = [SIZES.width * FINE, SIZES.week * FINE];
  const picture = new Picture(width, height, BACKGROUND);
  const step = width / Math.max(1, days.length);
  const inner = height - 2 * EDGE;
  for (const [index, counts] of days.entries()) {
    const left = Math.round(index * step) + GAP;
    const column = Math.round((index + 1) * step) - GAP - left;
    let bottom = EDGE + inner;
    for (const { health, share } of sharesOf(counts, inner)) {
      bottom -= share;
      picture.fill(left, bottom, column, share, HEALTH_COLOURS[health]);
    }
  }
  return picture.png();
}

interface Share {
  readonly health: PcHealth;
  readonly share: number;
}

/** Whole pixels that add up; one PC among thousands is still seen. */
function sharesOf(counts: PcCounts, pixels: number): Share[] {
  const there = PC_HEALTH_ORDER.filter((health) => counts[health] > 0);
  const all = there.reduce((sum, health) => sum + counts[health], 0);
  let left = pixels;
  return there.map((health, index) => {
    const further = there.length - index - 1;
    const wanted = Math.max(FINE * 2, Math.round((pixels * counts[health]) / all));
    const share = further === 0 ? left : Math.min(wanted, left - further * FINE * 2);
    left -= share;
    return { health, share };
  });
}
