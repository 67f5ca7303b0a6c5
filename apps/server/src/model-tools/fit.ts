import { cleaned, cutMark } from './untrusted-text.js';

/** Approximate cost of a number, a bracket or a comma. */
const SMALL = 8;
/** Longest mark; it may exceed the limit. */
const MARK = 64;

/** Shortens a text to `room` characters and marks the cut. */
type ShowText = (raw: string, room: number) => string;

/** `cleaned`, and cut to fit: for models, and people who see what a model sees. */
export function cleanedToFit(value: unknown, limit: number): unknown {
  return toFit(value, limit, (raw, room) => cleaned(raw, room) as string);
}

/**
 * Cut to fit, its texts as they are otherwise: for what is kept, or cleaned where it is shown. A
 * value that fits is returned itself.
 */
export function cutToFit(value: unknown, limit: number): unknown {
  if (!(JSON.stringify(value)?.length > limit)) return value;
  return toFit(value, limit, (raw, room) =>
    raw.length <= room ? raw : `${raw.slice(0, room).toWellFormed()}${cutMark(raw)}`,
  );
}

/**
 * A value whose JSON is about as long as `limit` at most: texts, lists and objects are cut where the
 * room ends, each with a mark that says so. Takes as long as what is kept.
 */
function toFit(value: unknown, limit: number, show: ShowText): unknown {
  let left = limit;
  const text = (raw: string): string => {
    const whole = show(raw, Math.max(left, 0));
    // Quotes and line ends are two characters in JSON; nothing that is left is more.
    const fits = lengthOf(whole) <= left + MARK;
    const shown = fits ? whole : show(raw, Math.max(0, Math.floor(left / 2)));
    left -= lengthOf(shown);
    return shown;
  };
  const list = (items: readonly unknown[]): unknown[] => {
    const kept: unknown[] = [];
    for (const item of items) {
      if (left <= 0) return [...kept, `⟨cut: ${items.length - kept.length} more⟩`];
      kept.push(walk(item));
    }
    return kept;
  };
  const object = (fields: object): Record<string, unknown> => {
    const all = Object.entries(fields);
    const kept: [string, unknown][] = [];
    for (const [key, inner] of all) {
      if (key.length >= left) {
        kept.push(['⟨cut⟩', `${all.length - kept.length} more`]);
        break;
      }
      kept.push([text(key), walk(inner)]);
    }
    return Object.fromEntries(kept);
  };
  const walk = (node: unknown): unknown => {
    if (typeof node === 'string') return text(node);
    left -= SMALL;
    if (Array.isArray(node)) return list(node);
    return typeof node === 'object' && node !== null ? object(node) : node;
  };
  return walk(value);
}

function lengthOf(text: string): number {
  return JSON.stringify(text).length;
}
