/**
 * How many of these rows make one page: as many as stay within `mostBytes` together, but one
 * always, else a list could never get past a row that is too large. Sizes in bytes, in the order of
 * the list; those that no longer matter are not asked for.
 */
export function rowsWithin(sizes: Iterable<number>, mostBytes: number): number {
  let sum = 0;
  let rows = 0;
  for (const size of sizes) {
    sum += size;
    if (sum > mostBytes) return Math.max(1, rows);
    rows += 1;
  }
  return rows;
}
