/** How long one content of a section was there, in the times of its first and last snapshot. */
export interface ContentRun {
  readonly id: string;
  readonly first: number;
  readonly last: number;
}

/** What of a snapshot says which contents it shows. */
export interface ShownContents {
  readonly received_at: number;
  readonly refs: Readonly<Record<string, string>>;
}

/** Section → its contents one after the other. @param snapshots - oldest first */
export function contentRuns(snapshots: readonly ShownContents[]): Map<string, ContentRun[]> {
  const runs = new Map<string, ContentRun[]>();
  for (const { received_at, refs } of snapshots) {
    for (const [section, id] of Object.entries(refs)) {
      const known = runs.get(section) ?? [];
      runs.set(section, known);
      const current = known.at(-1);
      if (current?.id === id) known[known.length - 1] = { ...current, last: received_at };
      else known.push({ id, first: received_at, last: received_at });
    }
  }
  return runs;
}

/** At most so many of them, evenly, always the first and the last. */
export function evenly<T>(items: readonly T[], most: number): T[] {
  if (items.length <= most) return [...items];
  const step = (items.length - 1) / (most - 1);
  return Array.from({ length: most }, (_, i) => Math.round(i * step)).flatMap((index) =>
    items.slice(index, index + 1),
  );
}
