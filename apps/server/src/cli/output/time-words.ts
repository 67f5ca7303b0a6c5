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
  // Beside days and many hours nobody needs the rest.
  const exact = rest > 0 && seconds < 4 * 3_600;
  return exact ? `${whole} ${name} ${span(rest * 1000)}` : `${whole} ${name}`;
}

/** How long ago a moment of the server is; null stays null. Anything that is no time is shown as it is. */
export function ago(iso: string | null, now: number): string | null {
  if (iso === null) return null;
  const at = Date.parse(iso);
  if (Number.isNaN(at)) return iso;
  return at > now ? `in ${span(at - now)}` : `${coarse(now - at)} ago`;
}

function coarse(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const [name, size] = UNITS.find(([, unit]) => seconds >= unit) ?? ['s', 1];
  return `${Math.floor(seconds / size)} ${name}`;
}
