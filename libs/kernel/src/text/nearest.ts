/** The candidate at most two letters away, case aside; of several the closest. */
export function nearest(name: string, candidates: readonly string[]): string | undefined {
  const wanted = name.toLowerCase();
  let best: string | undefined;
  let least = Math.min(MOST_EDITS, Math.floor(wanted.length / 2)) + 1;
  for (const candidate of candidates) {
    const tooFar = Math.abs(candidate.length - wanted.length) >= least;
    const edits = tooFar ? least : distance(wanted, candidate.toLowerCase());
    if (edits < least) [best, least] = [candidate, edits];
  }
  return best;
}

/** Half of a short name would fit anything. */
const MOST_EDITS = 2;

/** Levenshtein distance; names are short, so the plain table will do. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
