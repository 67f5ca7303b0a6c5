/**
 * How many of these rows make one page: as many as stay within `mostBytes` together, but one always,
 * else a list could never get past a row that is too large. Sizes in bytes, in the order of the list.
 */
export function rowsWithin(sizes: readonly number[], mostBytes: number): number {
  let sum = 0;
  const tooMany = sizes.findIndex((size) => (sum += size) > mostBytes);
  return tooMany === -1 ? sizes.length : Math.max(1, tooMany);
}
