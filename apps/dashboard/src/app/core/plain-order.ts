/**
 * The order of moments as ISO 8601 writes them, and of ids: what no language has a say in. The first
 * `localeCompare` of a page loads the rules of one.
 */
export function plainOrder(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
