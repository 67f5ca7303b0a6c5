import { canonicalText } from '@kenny/kernel';

/** Most characters that may differ; fewer where the differences are pages apart. */
const MOST_EDITS = 16;
const LONG = { characters: 4_096, edits: 4 } as const;

type Args = Readonly<Record<string, unknown>>;

/**
 * Whether two calls of one tool on one PC are so similar that a denial of one was meant for the
 * other. Each argument is compared for itself, without blanks, quotes, escapes, invisible
 * characters and case: of a text one character and one in ten may differ, 16 at most (4 where the
 * differences are pages apart); numbers and switches may be any. Bounded: 64 kB against 64 kB takes
 * some 600,000 steps.
 */
export function isNear(a: Args, b: Args): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].every((name) => isNearValue(a[name], b[name]));
}

function isNearValue(a: unknown, b: unknown): boolean {
  if (!isText(a) && !isText(b)) return true;
  const [left, right] = [plain(a), plain(b)];
  const edits = 1 + Math.floor(Math.max(left.length, right.length) / 10);
  return isWithin(left, right, Math.min(MOST_EDITS, edits));
}

/** Lists and objects are compared by their text as well. */
function isText(value: unknown): boolean {
  return typeof value === 'string' || (typeof value === 'object' && value !== null);
}

const ASIDE = /[\s"'`´‘’“”\\^\p{Cf}]+/gu;

function plain(value: unknown): string {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'string' ? value : canonicalText(value);
  return text.normalize('NFKC').toLowerCase().replace(ASIDE, '');
}

/** Whether the edit distance is at most `edits`. */
export function isWithin(a: string, b: string, edits: number): boolean {
  if (Math.abs(a.length - b.length) > edits) return false;
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let [endA, endB] = [a.length, b.length];
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA -= 1;
    endB -= 1;
  }
  const few = endA - start > LONG.characters ? Math.min(LONG.edits, edits) : edits;
  return isWithinBand(a.slice(start, endA), b.slice(start, endB), few);
}

/** Banded Levenshtein, row by row. */
function isWithinBand(a: string, b: string, edits: number): boolean {
  const [far, width] = [edits + 1, 2 * edits + 1];
  // Cell d of row i stands for column i + d - edits.
  let row = Uint8Array.from({ length: width + 1 }, (_, d) => (d < edits ? far : d - edits));
  let above = new Uint8Array(width + 1);
  row[width] = far;
  for (let i = 1; i <= a.length; i += 1) {
    [above, row] = [row, above];
    row[width] = far;
    let [best, left] = [far, far];
    const unit = a.charCodeAt(i - 1);
    for (let d = 0; d < width; d += 1) {
      const j = i + d - edits;
      const replaced = (above[d] ?? far) + (unit === b.charCodeAt(j - 1) ? 0 : 1);
      const cell = j === 0 ? i : Math.min(replaced, (above[d + 1] ?? far) + 1, left + 1);
      left = j < 0 || j > b.length ? far : Math.min(cell, far);
      row[d] = left;
      if (left < best) best = left;
    }
    if (best > edits) return false;
  }
  return (row[b.length - a.length + edits] ?? far) <= edits;
}
