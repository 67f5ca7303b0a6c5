/** What a conversation was told of, and why; for the operator alone. */
export interface MemoryWhy {
  readonly session_id: string;
  /** Epoch ms. */
  readonly at: number;
  /** Whether memory was on. */
  readonly enabled: boolean;
  readonly core: readonly { readonly id: string; readonly scope: string }[];
  readonly soft: readonly {
    readonly id: string;
    readonly score: number;
    readonly words: readonly string[];
    readonly tags: readonly string[];
  }[];
}

const MOST = 1_000;

/** The last retrieval of each conversation and operator; gone after a restart. */
export class Retrievals {
  private readonly kept = new Map<string, MemoryWhy>();

  note(operatorId: string, why: MemoryWhy): void {
    this.keep(keyOf(operatorId, why.session_id), why);
    this.keep(keyOf(operatorId), why);
  }

  last(operatorId: string, sessionId?: string): MemoryWhy | null {
    return this.kept.get(keyOf(operatorId, sessionId)) ?? null;
  }

  private keep(key: string, why: MemoryWhy): void {
    this.kept.delete(key);
    this.kept.set(key, why);
    const [oldest] = this.kept.keys();
    if (this.kept.size > MOST && oldest !== undefined) this.kept.delete(oldest);
  }
}

/** Ids of operators are chosen by people: joined, two pairs could look alike. */
function keyOf(operatorId: string, sessionId?: string): string {
  return JSON.stringify(sessionId === undefined ? [operatorId] : [operatorId, sessionId]);
}
