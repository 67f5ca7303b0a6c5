/** Pages read at once, more than any real server has. */
const PAGES = 20;

interface Page<T> {
  readonly items: T[];
  readonly next_cursor: string | null;
}

/** A list that is only of use as a whole; past all those pages its cursor goes on. */
export async function everyPage<T>(
  load: (cursor: string | undefined) => Promise<Page<T>>,
  from?: string,
): Promise<Page<T>> {
  let page = await load(from);
  const items = [...page.items];
  for (let read = 1; read < PAGES && page.next_cursor !== null; read += 1) {
    page = await load(page.next_cursor);
    items.push(...page.items);
  }
  return { items, next_cursor: page.next_cursor };
}
