import type { Verdict } from '@kenny/health';

/** Verdict on one content, so that equal content is not parsed and judged again. */
export interface KnownContent {
  /** Undefined where only the time can tell (`dependsOnTime`). */
  readonly verdict: Verdict | undefined;
  /** False for what PCs send of a section that their system does not have. */
  readonly holdsFacts: boolean;
  /** Its numbers as they stand in a snapshot's points; empty when it has none. */
  readonly points: string;
  /** The system that it names, if any. */
  readonly system: string | undefined;
  /** When it was last written as used; undefined before it was stored. Epoch ms. */
  storedAt: number | undefined;
}

/** Entries per generation: the sections of a thousand PCs, some 20 MB at most. */
const GENERATION = 30_000;

/**
 * Two-generation cache of recent contents: what is hit within a generation stays, the rest goes
 * with it. Five of six contents repeat the previous snapshot or another PC's.
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
