import type { Verdict } from '@kenny/health';

/** What is known of one content, so that it need not be parsed and judged again. */
export interface KnownContent {
  /** Undefined where only the time can tell (`dependsOnTime`). */
  readonly verdict: Verdict | undefined;
  /** False for what PCs send of a section that their system does not have. */
  readonly holdsFacts: boolean;
  /** Its numbers as they stand in a snapshot's points; empty when it has none. */
  readonly points: string;
  /** When it was last written as used; undefined before it was stored. Epoch ms. */
  storedAt: number | undefined;
}

/** Two generations of so many: the sections of a thousand PCs, some 20 MB at most. */
const GENERATION = 30_000;

/**
 * The contents that came lately. What is asked for within a generation stays, what came once goes
 * with its generation: five of six contents are those of the snapshot before, or another PC's.
 */
export class KnownContents {
  private young = new Map<string, KnownContent>();
  private old = new Map<string, KnownContent>();

  constructor(private readonly generation = GENERATION) {}

  get(id: string): KnownContent | undefined {
    const young = this.young.get(id);
    if (young) return young;
    const old = this.old.get(id);
    if (old) this.set(id, old);
    return old;
  }

  set(id: string, content: KnownContent): void {
    if (this.young.size >= this.generation) {
      this.old = this.young;
      this.young = new Map();
    }
    this.young.set(id, content);
  }
}
