/**
 * A bounded least-recently-used cache in front of a slow lookup. `drop` also voids lookups that are
 * under way, so that what was read before a change can never be kept after it.
 */
export class GuardedCache<V> {
  private readonly entries = new Map<string, V>();
  private generation = 0;
  private newest: string | undefined;

  constructor(private readonly limit: number) {}

  /** Misses are not kept: guessing cannot push out what is in use. */
  async get(key: string, load: () => Promise<V | null>): Promise<V | null> {
    const hit = this.entries.get(key);
    if (hit !== undefined) {
      if (key !== this.newest) this.keep(key, hit);
      return hit;
    }
    const { generation } = this;
    const value = await load();
    if (value !== null && generation === this.generation) this.keep(key, value);
    return value;
  }

  drop(concerns: (value: V) => boolean): void {
    this.generation += 1;
    for (const [key, value] of this.entries) if (concerns(value)) this.entries.delete(key);
  }

  private keep(key: string, value: V): void {
    this.entries.delete(key);
    this.entries.set(key, value);
    this.newest = key;
    const [oldest] = this.entries.keys();
    if (this.entries.size > this.limit && oldest !== undefined) this.entries.delete(oldest);
  }
}
