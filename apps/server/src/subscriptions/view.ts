import type { Watcher } from './watcher.js';

/** One topic as all those see it who may see the same PCs: one stream, one buffer per message. */
export class View {
  readonly watchers = new Set<Watcher>();
  private readonly visible: ReadonlySet<string> | null;

  constructor(
    /** null: all. */
    readonly agents: readonly string[] | null,
    /** Of the last message of this stream. */
    public seq: number,
  ) {
    this.visible = agents && new Set(agents);
  }

  /** What is about no PC is for those who see all. */
  sees(agentId: string | null): boolean {
    return this.visible === null || (agentId !== null && this.visible.has(agentId));
  }
}

/** The same for the same PCs, in whatever order and however often they are named. */
export function viewKey(agents: readonly string[] | null): string {
  return agents === null ? '' : [...new Set(agents)].sort().join('\n');
}
