import { HOUR_MS, MINUTE_MS } from '@kenny/kernel';

const UNITS: readonly [string, number][] = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
];

/** A length of time in one or two units: `41 s`, `8 min 41 s`, `3 h`, `12 d`. */
export function span(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const unit = UNITS.find(([, size]) => seconds >= size);
  if (!unit) return `${seconds} s`;
  const [name, size] = unit;
  const whole = Math.floor(seconds / size);
  const rest = seconds - whole * size;
  // Days and many hours need no remainder.
  const exact = rest > 0 && seconds < 4 * 3_600;
  return exact ? `${whole} ${name} ${span(rest * 1000)}` : `${whole} ${name}`;
}

/**
 * How long ago a moment was by the server's clock, which says whole seconds only: what seems to lie a
 * moment ahead is now. What is no time is shown as it is.
 */
export function ago(iso: string, now: number): string {
  const at = Date.parse(iso);
  if (Number.isNaN(at)) return iso;
  return now - at < 1_000 ? 'just now' : `${coarse(now - at)} ago`;
}

/** How long it has been so, `for 2 d`. */
export function lasting(iso: string, now: number): string {
  const at = Date.parse(iso);
  if (Number.isNaN(at)) return `since ${iso}`;
  return now - at < 1_000 ? 'just now' : `for ${coarse(now - at)}`;
}

/** From here on a minute is no news. */
const COARSE_MS = 4 * HOUR_MS;

/**
 * How long until a moment, `in 8 min 41 s`; of one that is past, how long ago. What is a few seconds
 * short of three days, because somebody has just said three days, is still three.
 */
export function until(iso: string, now: number): string {
  const at = Date.parse(iso);
  const left = at - now;
  if (!(left > 0)) return ago(iso, now);
  return `in ${span(left < COARSE_MS ? left : left + MINUTE_MS)}`;
}

function coarse(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const [name, size] = UNITS.find(([, unit]) => seconds >= unit) ?? ['s', 1];
  return `${Math.floor(seconds / size)} ${name}`;
}
