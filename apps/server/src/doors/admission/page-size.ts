/** How many rows a page has: as many as asked for, within reason. */
export function pageSize(limit: string | number | undefined, usual = 100, most = 500): number {
  return limit === undefined ? usual : Math.min(most, Math.max(1, Number(limit)));
}
