/** Longest reason that `SectionHealth` of the contract takes. */
export const REASON_LENGTH = 500;
const NAME_LENGTH = 80;
/** Controls, line and paragraph breaks, bidi and zero-width marks, lone surrogates, unassigned. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]+/gu;

/**
 * Text from a PC as it may stand in a sentence: one line, nothing invisible, not too long. Doors
 * still encode it for where they show it.
 */
export function plain(value: unknown, fallback: string, length = NAME_LENGTH): string {
  if (typeof value !== 'string') return fallback;
  const visible = value.slice(0, length * 4).replace(INVISIBLE, ' ');
  const text = visible.replace(/\s+/g, ' ').trim();
  if (text === '') return fallback;
  const characters = [...text];
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : text;
}

/** One decimal at most, rounded down: 94.99 must not read as the 95 that it has not reached. */
export function amount(value: number): string {
  return String(Math.floor(value * 10 + 1e-6) / 10);
}

/** As many as a sentence and a chart say alike; 0 for less than one. */
export function wholeDays(days: number): number {
  return days < 1 ? 0 : Math.round(days);
}

const SIZES = ['B', 'kB', 'MB', 'GB', 'TB'];
const SIZE_STEP = 1000;

/** Bytes: "512.1 GB". */
export function size(bytes: number): string {
  const rank = Math.floor(Math.log10(Math.max(1, bytes)) / 3);
  const step = Math.min(SIZES.length - 1, rank);
  return `${amount(bytes / SIZE_STEP ** step)} ${SIZES[step]}`;
}

/** Bytes in a second: "1.2 MB/s". */
export function rate(bytes: number): string {
  return `${size(bytes)}/s`;
}

export function count(n: number, noun: string, plural = `${noun}s`): string {
  return `${n} ${n === 1 ? noun : plural}`;
}

/** "a, b, c and 4 more"; only what is shown is put into words. */
export function listing<T>(items: readonly T[], word: (item: T) => string, shown = 3): string {
  const rest = items.length - shown;
  const words = items.slice(0, shown).map(word).join(', ');
  return rest > 0 ? `${words} and ${rest} more` : words;
}

/** The largest unit that fits: "34 days", "5 hours", "1 minute". */
export function duration(seconds: number): string {
  if (seconds >= 86_400) return count(Math.floor(seconds / 86_400), 'day');
  if (seconds >= 3_600) return count(Math.floor(seconds / 3_600), 'hour');
  return count(Math.max(0, Math.floor(seconds / 60)), 'minute');
}
