import type { Health } from '../constants.js';
import { AnyJson, ListOf, Nullable, OneOf, Text } from '../define/decorators.js';

/** Answers of `/api/agents/{id}/snapshot` and `/history` (design §4.1). Times are ISO 8601. */

/** What a PC sent last: the same as the tool `agent_snapshot` shows. */
export { AgentSnapshotResult as SnapshotView } from '../tools/agent-snapshot.js';

/** One section as it was in one snapshot. */
export class HistoryItem {
  @Text({ max: 40 })
  received_at!: string;

  /** By the clock of the PC. */
  @Nullable()
  @Text({ max: 40 })
  collected_at!: string | null;

  /** Of the whole snapshot. */
  @OneOf(['ok', 'warn', 'crit', 'unknown'])
  overall!: Health;

  /** As the PC sent it, whatever that was; null where that snapshot had no such section. */
  @AnyJson()
  payload!: unknown;
}

/** Newest first. */
export class HistoryList {
  @ListOf(() => HistoryItem, 500)
  items!: HistoryItem[];

  @Nullable()
  @Text({ max: 200 })
  next_cursor!: string | null;
}
