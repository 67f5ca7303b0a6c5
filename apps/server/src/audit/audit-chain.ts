import type { AuditRowView } from '@kenny/contract';
import type { EntityManager } from 'typeorm';
import { asFlag, insertRows, type Tx } from '../database/index.js';
import { GENESIS, link, type AuditDraft, type LinkedRow } from './audit-draft.js';
import { AuditRowEntity } from './audit-row.entity.js';

/** The last row of the chain. */
export interface ChainHead {
  readonly seq: number;
  readonly sha256: string;
}

const COLUMNS = [
  ...['seq', 'id', 'at', 'chain', 'prev_sha256', 'sha256', 'kind'],
  ...['actor_kind', 'actor_id', 'actor_name', 'door', 'agent_id', 'tool', 'args', 'ok', 'code'],
  ...['duration_ms', 'call_id', 'approval_id', 'request_id', 'target'],
];

export const EMPTY: ChainHead = { seq: 0, sha256: GENESIS };

export async function readHead(manager: EntityManager): Promise<ChainHead> {
  const [row] = await manager.find(AuditRowEntity, {
    select: { seq: true, sha256: true },
    order: { seq: 'DESC' },
    take: 1,
  });
  return row ? { seq: row.seq, sha256: row.sha256 } : EMPTY;
}

/**
 * Appends rows to the chain inside the caller's transaction. The head is cached; after a rollback
 * it is read again in the appending transaction.
 */
export class AuditChain {
  private head: ChainHead | undefined;
  /** Runs in the transaction of the rows. */
  within: (tx: Tx, rows: readonly AuditRowView[]) => Promise<void> = () => Promise.resolve();
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    readonly id: string,
    /** Called after the commit, once for every append. */
    private readonly onCommitted: (head: ChainHead, rows: readonly AuditRowView[]) => void,
  ) {}

  /** Serialized, also within a job: each row needs the hash of the one before. */
  async append(tx: Tx, drafts: readonly AuditDraft[]): Promise<void> {
    if (drafts.length > 0) await this.appendAfter(tx, () => drafts);
  }

  /** As `append`, for rows whose content depends on their place. */
  appendAfter(
    tx: Tx,
    draftsAfter: (head: ChainHead) => readonly AuditDraft[],
  ): Promise<readonly AuditRowView[]> {
    const own = this.last.then(() => this.add(tx, draftsAfter));
    // For the order only; the caller gets the failure from `own`.
    this.last = own.catch(() => undefined);
    return own;
  }

  private async add(
    tx: Tx,
    draftsAfter: (head: ChainHead) => readonly AuditDraft[],
  ): Promise<readonly AuditRowView[]> {
    let head = this.head ?? (await readHead(tx.manager));
    this.head = undefined;
    tx.onRollback(() => (this.head = undefined));
    const drafts = draftsAfter(head);
    const linked = drafts.map((draft) => {
      const next = link(draft, { chain: this.id, seq: head.seq + 1, prev_sha256: head.sha256 });
      head = { seq: next.row.seq, sha256: next.row.sha256 };
      return next;
    });
    const rows = linked.map(({ row }) => row);
    const values = linked.map((next) => valuesOf(next, asFlag(tx.manager, next.row.ok)));
    await insertRows(tx.manager, 'audit', COLUMNS, values);
    await this.within(tx, rows);
    this.head = head;
    tx.onCommit(() => this.onCommitted(head, rows));
    return rows;
  }
}

function valuesOf({ row, argsText }: LinkedRow, ok: boolean | number): unknown[] {
  const { actor } = row;
  return [
    ...[row.seq, row.id, Date.parse(row.at), row.chain, row.prev_sha256, row.sha256, row.kind],
    ...[actor.kind, actor.id, actor.name, row.door, row.agent_id, row.tool],
    ...[argsText, ok, row.code],
    ...[row.duration_ms, row.call_id, row.approval_id, row.request_id, row.target],
  ];
}
