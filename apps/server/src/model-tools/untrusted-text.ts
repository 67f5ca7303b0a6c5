import { plainOutput, visibleText } from '@kenny/kernel';

/** Characters of a PC's text in one answer; the rest is cut with a mark. */
const ANSWER_CHARS = 1_000_000;

/** Fast path: most text needs no cleaning. */
const PLAIN = /^[\x20-\x7e\n\t]*$/;

/**
 * A value that came from a PC, safe to lay before a model and a person: what is invisible, turns the
 * reading direction or moves a cursor stands there as a visible mark, and what is too long is cut
 * with a mark that says so. The shape stays; only texts change.
 */
export function cleaned(value: unknown, limit: number = ANSWER_CHARS): unknown {
  let left = limit;
  const text = (raw: string): string => {
    const shown = marked(raw.slice(0, left));
    const whole = raw.length <= left && shown.length <= left;
    const kept = shown.slice(0, left);
    left -= kept.length;
    return whole ? kept : `${kept}${cutMark(raw)}`;
  };
  const walk = (node: unknown): unknown => {
    if (typeof node === 'string') return text(node);
    if (Array.isArray(node)) return node.map(walk);
    if (typeof node !== 'object' || node === null) return node;
    return Object.fromEntries(
      Object.entries(node).map(([key, inner]) => [marked(key), walk(inner)]),
    );
  };
  return walk(value);
}

/** Marks a cut, so that nobody takes the rest for the whole. */
export const cutMark = (raw: string): string => `⟨cut: the whole has ${raw.length} characters⟩`;

function marked(text: string): string {
  return PLAIN.test(text) ? text : visibleText(plainOutput(text), 'block');
}

/** Foreign text as one line, to be quoted in ours. */
export function cleanedLine(raw: string, limit = 2_000): string {
  const shown = visibleText(raw.slice(0, limit), 'line');
  return raw.length > limit ? `${shown}⟨cut⟩` : shown;
}
