/**
 * Bridges the time in which a stored state is read: changes that come meanwhile are kept, and both
 * are handed over in one go, so that a subscriber neither misses nor repeats one.
 */
export class MissedChanges<T> {
  private readonly open = new Set<T[]>();

  note(change: T): void {
    for (const list of this.open) list.push(change);
  }

  /** Calls `finish` synchronously after the read. */
  async during<R>(
    read: () => Promise<R>,
    finish: (read: R, missed: readonly T[]) => void,
  ): Promise<void> {
    const missed: T[] = [];
    this.open.add(missed);
    try {
      finish(await read(), missed);
    } finally {
      this.open.delete(missed);
    }
  }
}
