import type { Watcher } from './watcher.js';

/** One topic for everybody who may see the same PCs: one stream, each message encoded once. */
export class View {
  readonly watchers = new Set<Watcher>();
  private readonly visible: ReadonlySet<string> | null;

  constructor(
    /** null: all. */
    readonly agents: readonly string[] | null,
    /** Number of this stream's last message. */
    public seq: number,
  ) {
    this.visible = agents && new Set(agents);
  }

  /** What concerns no PC is for those who see all PCs. */
  sees(agentId: string | null): boolean {
    return this.visible === null || (agentId !== null && this.visible.has(agentId));
  }

  /** What concerns several PCs is for those who see all of them; null: all that there are. */
  seesAll(agentIds: readonly string[] | null): boolean {
    return this.visible === null || (agentIds?.every((id) => this.sees(id)) ?? false);
  }
}

/** The same for the same PCs, in any order and with duplicates. */
export function viewKey(agents: readonly string[] | null): string {
  return agents === null ? '' : [...new Set(agents)].sort().join('\n');
}
