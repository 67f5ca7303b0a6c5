import { CAPS, type ApprovalState } from '@kenny/contract';
import { keptUntil, type GateRecord, type PendingCounts } from '@kenny/gate';
import { Injectable } from '@nestjs/common';
import {
  In,
  LessThan,
  LessThanOrEqual,
  MoreThan,
  Not,
  type EntityManager,
  type FindOptionsWhere,
} from 'typeorm';
import { notOfThisList, Reads, rowsWithin, type RowPlace, type Tx } from '../../database/index.js';
import { ApprovalEntity } from './approval.entity.js';

export interface StoredApproval {
  readonly record: GateRecord;
  readonly token_ids: readonly string[];
}

export interface ApprovalFilter {
  readonly state?: ApprovalState;
  /** null = all PCs. */
  readonly agents: readonly string[] | null;
  /** Of this PC alone, within `agents`. */
  readonly agentId?: string;
  readonly tool?: string;
  /** Cursor: the last approval of the previous page. */
  readonly before?: RowPlace;
  readonly limit: number;
}

export interface ApprovalPage {
  readonly records: readonly GateRecord[];
  /** Where the next page starts; null when this is the last one. */
  readonly next: RowPlace | null;
}

export interface DecidedCalls {
  readonly records: readonly GateRecord[];
  readonly count: number;
}

/** Ids per query. */
const AT_ONCE = 500;
/** Whole records per query: their arguments may be long. */
const READ_AT_ONCE = 100;

const OPEN_STATES: ApprovalState[] = ['pending', 'approved', 'sent'];

/** Waiting for a decision, or under way. */
export function isOpenState(state: ApprovalState): boolean {
  return OPEN_STATES.includes(state);
}

/** What other rooms may read; what changes an approval goes through the service and its gate. */
export abstract class ApprovalsReader {
  abstract get(id: string): Promise<StoredApproval | undefined>;
  abstract byCallId(callId: string): Promise<StoredApproval | undefined>;
  abstract page(filter: ApprovalFilter): Promise<ApprovalPage>;
  abstract ofPrincipal(principalKey: string): Promise<GateRecord[]>;
  /** The newest that are neither waiting nor under way. */
  abstract endedOfPrincipal(principalKey: string, most: number): Promise<GateRecord[]>;
  /** How many changes it has ever asked for, by their state; approvals are never deleted. */
  abstract changesOfPrincipal(principalKey: string): Promise<Map<ApprovalState, number>>;
  abstract unknownOfAgent(agentUid: string): Promise<GateRecord[]>;
  /** The newest that somebody approved or denied since then, and how many there are. */
  abstract decidedSince(
    since: number,
    agentUids: readonly string[] | null,
    most: number,
  ): Promise<DecidedCalls>;
  /** Those of them that still wait for a decision, as the transaction sees it. */
  abstract pendingAmong(tx: Tx, ids: readonly string[]): Promise<string[]>;
  /** How many wait for a decision on these PCs; null = all. */
  abstract countPending(agents: readonly string[] | null): Promise<number>;
}

/** The only file that knows how approvals are stored. */
@Injectable()
export class ApprovalsRepository implements ApprovalsReader {
  constructor(private readonly reads: Reads) {}

  get(
    id: string,
    manager: EntityManager = this.reads.manager,
  ): Promise<StoredApproval | undefined> {
    return this.one({ id }, manager);
  }

  byCallId(callId: string): Promise<StoredApproval | undefined> {
    return this.one({ call_id: callId }, this.reads.manager);
  }

  /** A chunk of all approvals in the order of their ids. */
  async after(id: string): Promise<GateRecord[]> {
    const rows = await this.reads.manager.find(ApprovalEntity, {
      where: { id: MoreThan(id) },
      order: { id: 'ASC' },
      take: READ_AT_ONCE,
    });
    return rows.map((row) => toStored(row).record);
  }

  async latestRepeat({ manager }: Tx, repeatKey: string): Promise<StoredApproval | undefined> {
    const row = await manager.findOne(ApprovalEntity, {
      where: { repeat_key: repeatKey },
      order: { seq: 'DESC' },
    });
    return row ? toStored(row) : undefined;
  }

  async pendingCounts(
    { manager }: Tx,
    principalKey: string,
    agentUid: string,
  ): Promise<PendingCounts> {
    const count = (where: FindOptionsWhere<ApprovalEntity>) =>
      manager.countBy(ApprovalEntity, { state: 'pending', ...where });
    return {
      byRequester: await count({ principal_key: principalKey }),
      byPc: await count({ agent_uid: agentUid }),
    };
  }

  /** There is one writer: nobody else takes the same number. */
  async nextSeq({ manager }: Tx): Promise<number> {
    return ((await manager.maximum(ApprovalEntity, 'seq')) ?? 0) + 1;
  }

  async insert({ manager }: Tx, record: GateRecord, tokenIds: readonly string[]): Promise<void> {
    await manager.insert(ApprovalEntity, {
      ...columnsOf(record),
      id: record.id,
      seq: record.seq,
      token_ids: [...tokenIds],
    });
  }

  /** False when it was changed since it was read. */
  async replace(
    { manager }: Tx,
    readRevision: number,
    record: GateRecord,
    tokenIds: readonly string[],
  ): Promise<boolean> {
    const { affected } = await manager.update(
      ApprovalEntity,
      { id: record.id, revision: readRevision },
      { ...columnsOf(record), token_ids: [...tokenIds] },
    );
    return affected === 1;
  }

  /**
   * Newest first. Outcomes can be large: what would exceed the page's size is not even read.
   * @throws KennyError `validation` for a cursor that is no approval
   */
  async page({ agents, agentId, before, limit, ...exact }: ApprovalFilter): Promise<ApprovalPage> {
    const wanted: FindOptionsWhere<ApprovalEntity> = {
      ...exact,
      ...(agents ? { agent_id: In(agents.filter((id) => (agentId ?? id) === id)) } : {}),
      ...(agents || agentId === undefined ? {} : { agent_id: agentId }),
      ...(before ? { seq: LessThan(await this.seqOf(before.id)) } : {}),
    };
    const places = await this.reads.manager
      .createQueryBuilder(ApprovalEntity, 'approval')
      .select('approval.id', 'id')
      .addSelect('LENGTH(approval.record)', 'size')
      .where(wanted)
      .orderBy('approval.seq', 'DESC')
      .limit(limit + 1)
      .getRawMany<{ id: string; size: number | string }>();
    const listed = places.slice(0, limit);
    const shown = rowsWithin(
      listed.map(({ size }) => Number(size)),
      CAPS.httpPageBytes,
    );
    const rows = await this.reads.manager.find(ApprovalEntity, {
      where: { id: In(listed.slice(0, shown).map(({ id }) => id)) },
      order: { seq: 'DESC' },
    });
    const last = rows.at(-1);
    return {
      records: rows.map((row) => toStored(row).record),
      next: last && shown < places.length ? { at: last.requested_at, id: last.id } : null,
    };
  }

  private async seqOf(id: string): Promise<number> {
    const row = await this.reads.manager.findOne(ApprovalEntity, {
      select: { id: true, seq: true },
      where: { id },
    });
    if (!row) throw notOfThisList();
    return row.seq;
  }

  /** Request times alone: records are long. */
  async requestTimes(ids: readonly string[]): Promise<Map<string, number>> {
    const times = new Map<string, number>();
    const wanted = [...new Set(ids)];
    for (let start = 0; start < wanted.length; start += AT_ONCE) {
      const rows = await this.reads.manager.find(ApprovalEntity, {
        select: { id: true, requested_at: true },
        where: { id: In(wanted.slice(start, start + AT_ONCE)) },
      });
      for (const { id, requested_at } of rows) times.set(id, requested_at);
    }
    return times;
  }

  /** Newest first. */
  async open(): Promise<GateRecord[]> {
    const rows = await this.reads.manager.find(ApprovalEntity, {
      where: { state: In(OPEN_STATES) },
      order: { seq: 'DESC' },
    });
    return rows.map((row) => toStored(row).record);
  }

  async openIds({ manager }: Tx): Promise<string[]> {
    const rows = await manager.find(ApprovalEntity, {
      select: { id: true },
      where: { state: In(OPEN_STATES) },
      order: { requested_at: 'ASC', id: 'ASC' },
    });
    return rows.map(({ id }) => id);
  }

  /** Reads whose result nobody has fetched in time. */
  async outlived(now: number): Promise<string[]> {
    const rows = await this.reads.manager.find(ApprovalEntity, {
      select: { id: true },
      where: { kept_until: LessThanOrEqual(now) },
    });
    return rows.map(({ id }) => id);
  }

  /** In any state, in no order. */
  async ofPrincipal(principalKey: string): Promise<GateRecord[]> {
    const rows = await this.reads.manager.findBy(ApprovalEntity, { principal_key: principalKey });
    return rows.map((row) => toStored(row).record);
  }

  /** The newest calls of one tool on one PC that ended so; of one requester, where it is named. */
  async newest(
    where: Pick<GateRecord, 'agent_id' | 'agent_uid' | 'tool' | 'state'> &
      Partial<Pick<GateRecord, 'principal_key'>>,
    most: number,
  ): Promise<GateRecord[]> {
    const rows = await this.reads.manager.find(ApprovalEntity, {
      where,
      order: { seq: 'DESC' },
      take: most,
    });
    return rows.map((row) => toStored(row).record);
  }

  async idsOfAgent({ manager }: Tx, agentUid: string, states: ApprovalState[]): Promise<string[]> {
    const rows = await manager.find(ApprovalEntity, {
      select: { id: true },
      where: { agent_uid: agentUid, state: In(states) },
    });
    return rows.map(({ id }) => id);
  }

  async pendingAmong({ manager }: Tx, ids: readonly string[]): Promise<string[]> {
    const rows = await manager.find(ApprovalEntity, {
      select: { id: true },
      where: { id: In([...ids]), state: 'pending' },
    });
    return rows.map(({ id }) => id);
  }

  async decidedSince(
    since: number,
    agentUids: readonly string[] | null,
    most: number,
  ): Promise<DecidedCalls> {
    const where: FindOptionsWhere<ApprovalEntity> = {
      decided_at: MoreThan(since),
      ...(agentUids ? { agent_uid: In([...agentUids]) } : {}),
    };
    const order = { decided_at: 'DESC', seq: 'DESC' } as const;
    const rows = await this.reads.manager.find(ApprovalEntity, { where, order, take: most });
    const count = await this.reads.manager.countBy(ApprovalEntity, where);
    return { records: rows.map((row) => toStored(row).record), count };
  }

  countPending(agents: readonly string[] | null): Promise<number> {
    const of = agents ? { agent_id: In([...agents]) } : {};
    return this.reads.manager.countBy(ApprovalEntity, { state: 'pending', ...of });
  }

  /** Those that somebody asked for with it; a task's are not a person's. */
  async pendingOfToken(tokenId: string): Promise<string[]> {
    const rows = await this.reads.manager.findBy(ApprovalEntity, { state: 'pending' });
    return rows.flatMap((row) => {
      const { record, token_ids } = toStored(row);
      const isTheirs = token_ids[0] === tokenId && record.requested_by.kind !== 'task';
      return isTheirs ? [record.id] : [];
    });
  }

  async idsOfPrincipal(
    { manager }: Tx,
    principalKey: string,
    states: ApprovalState[],
  ): Promise<string[]> {
    const rows = await manager.find(ApprovalEntity, {
      select: { id: true },
      where: { principal_key: principalKey, state: In(states) },
    });
    return rows.map(({ id }) => id);
  }

  async endedOfPrincipal(principalKey: string, most: number): Promise<GateRecord[]> {
    const rows = await this.reads.manager.find(ApprovalEntity, {
      where: { principal_key: principalKey, state: Not(In(OPEN_STATES)) },
      order: { seq: 'DESC' },
      take: most,
    });
    return rows.map((row) => toStored(row).record);
  }

  async changesOfPrincipal(principalKey: string): Promise<Map<ApprovalState, number>> {
    const rows = await this.reads.manager
      .createQueryBuilder(ApprovalEntity, 'approval')
      .select('approval.state', 'state')
      .addSelect('COUNT(*)', 'count')
      .where({ principal_key: principalKey, kind: 'change' })
      .groupBy('approval.state')
      .getRawMany<{ state: ApprovalState; count: number | string }>();
    return new Map(rows.map(({ state, count }) => [state, Number(count)]));
  }

  /** Newest first. */
  async unknownOfAgent(agentUid: string): Promise<GateRecord[]> {
    const rows = await this.reads.manager.find(ApprovalEntity, {
      where: { agent_uid: agentUid, state: 'unknown' },
      order: { seq: 'DESC' },
    });
    return rows.map((row) => toStored(row).record);
  }

  private async one(
    where: FindOptionsWhere<ApprovalEntity>,
    manager: EntityManager,
  ): Promise<StoredApproval | undefined> {
    const row = await manager.findOneBy(ApprovalEntity, where);
    return row ? toStored(row) : undefined;
  }
}

function columnsOf(record: GateRecord): Omit<ApprovalEntity, 'id' | 'seq' | 'token_ids'> {
  const { revision, state, agent_uid, agent_id, tool, principal_key, repeat_key } = record;
  const { kind, call_id, requested_at } = record;
  return {
    ...{ revision, state, agent_uid, agent_id, tool, principal_key, repeat_key, call_id },
    ...{ kind, kept_until: keptUntil(record), requested_at },
    requester: record.requester ?? '',
    decided_at: record.decisions.findLast(({ decision }) => decision !== 'cancel')?.at ?? null,
    record: JSON.stringify(record),
  };
}

function toStored({ kind, seq, record, token_ids }: ApprovalEntity): StoredApproval {
  // Older records have neither field: the columns do.
  return { record: { ...(JSON.parse(record) as GateRecord), kind, seq }, token_ids };
}
