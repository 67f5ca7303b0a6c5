/** How many lines two texts begin and end with alike; a line counts for one end only. */
export function commonEnds(
  old: readonly string[],
  now: readonly string[],
): { readonly start: number; readonly end: number } {
  const most = Math.min(old.length, now.length);
  let start = 0;
  while (start < most && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < most - start && old[old.length - 1 - end] === now[now.length - 1 - end]) end += 1;
  return { start, end };
}
