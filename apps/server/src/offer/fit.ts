import { cleaned } from './untrusted-text.js';

/** What a number, a bracket or a comma costs, about. */
const SMALL = 8;

/**
 * A value as `cleaned` shows it, whose JSON is about as long as `limit` at most: texts, lists and
 * objects are cut where the room ends, each with a mark that says so. Takes as long as what is kept.
 */
export function cleanedToFit(value: unknown, limit: number): unknown {
  let left = limit;
  const text = (raw: string): string => {
    const whole = shownText(raw, left);
    // Quotes and line ends are two characters in JSON; nothing that is left is more.
    const shown = lengthOf(whole) <= left ? whole : shownText(raw, Math.floor(left / 2));
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
      if (left <= 0) {
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

function shownText(raw: string, limit: number): string {
  return cleaned(raw, Math.max(limit, 0)) as string;
}

function lengthOf(text: string): number {
  return JSON.stringify(text).length;
}
