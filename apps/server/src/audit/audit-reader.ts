import {
  AUDIT_RELATED,
  AUDIT_SEARCH,
  CAPS,
  CHANGE_KINDS,
  type ActorRef,
  type AuditKind,
  type AuditRowView,
  type Door,
} from '@kenny/contract';
import { In, IsNull, Not, type SelectQueryBuilder } from 'typeorm';
import { readSome, type Reads } from '../database/index.js';
import { KennyError } from '../kernel/index.js';
import { viewOf } from './audit-draft.js';
import { AuditRowEntity } from './audit-row.entity.js';
import { searchText, type NamedPc } from './text-search.js';
import { BATCH, pageLimits, pageOf, seqOf, type Page } from './paging.js';

export interface AuditFilter {
  kind?: AuditKind;
  /** Only rows of `CHANGE_KINDS`, and those of an approval. */
  changes?: true;
  agent_id?: string;
  actor_id?: string;
  tool?: string;
  door?: Door;
  ok?: boolean;
  code?: string;
  call_id?: string;
  approval_id?: string;
  /** Epoch ms, both inclusive. */
  from?: number;
  to?: number;
  /** Case-insensitive search in actor, request and subject, and in the sentence that the page makes of them. */
  text?: string;
  /** For `text`, which may have their names in it. */
  pcs?: readonly NamedPc[];
  /** PCs the reader may see; then rows about no PC are left out. null or absent = all. */
  agents?: readonly string[] | null;
}

const EXACT = [
  ...['kind', 'agent_id', 'actor_id', 'tool', 'door', 'ok', 'code', 'call_id', 'approval_id'],
] as const;

const COLUMNS = { place: 'row.seq', long: ['row.args'] };

/** Steps of an approval that a person makes. */
const STEPS = ['request', 'approve', 'deny'] as const;

/** Without the arguments, which may be long. */
export interface DecisionRow {
  readonly at: number;
  readonly step: (typeof STEPS)[number];
  readonly actor: ActorRef;
  readonly approval_id: string;
}

/** Reads the audit log: newest first for people, oldest first for exports. */
export class AuditReader {
  constructor(
    private readonly reads: Reads,
    /** Rows that a page with a search text scans. */
    private readonly searched: number = AUDIT_SEARCH.rows,
  ) {}

  /** @throws KennyError `validation` for a cursor that is not one of ours. */
  async list(
    filter: AuditFilter,
    page: Page = {},
  ): Promise<{ items: AuditRowView[]; next_cursor: string | null }> {
    const query = this.matching(filter);
    const before = page.cursor ? seqOf(page.cursor) : undefined;
    if (before !== undefined) query.andWhere('row.seq < :before', { before });
    const floor = filter.text === undefined ? 0 : await this.searchFloor(before);
    if (floor > 0) query.andWhere('row.seq >= :floor', { floor });
    const { rows, more } = await readSome(query, COLUMNS, 'DESC', pageLimits(page));
    const found = pageOf(
      rows.map((row) => ({ view: viewOf(row), place: row.seq })),
      more,
    );
    // Sequence numbers have no gaps: below the floor there are more rows to scan.
    const next_cursor = found.next_cursor ?? (floor > 1 ? String(floor) : null);
    return { items: found.items, next_cursor };
  }

  /** The other rows of the approvals that these are about, newest first. */
  async related(
    rows: readonly AuditRowView[],
    agents: readonly string[] | null,
  ): Promise<AuditRowView[]> {
    const approvals = [
      ...new Set(rows.flatMap(({ approval_id: id }) => (id === null ? [] : [id]))),
    ];
    if (approvals.length === 0) return [];
    const query = this.matching({ agents })
      .andWhere({ approval_id: In(approvals) })
      .andWhere({ seq: Not(In(rows.map(({ seq }) => seq))) });
    const most = { rows: AUDIT_RELATED, characters: CAPS.httpPageBytes };
    const found = await readSome(query, COLUMNS, 'DESC', most);
    return found.rows.map(viewOf);
  }

  /** Requests and decisions, newest first; `more`: older ones are left out. */
  async decisions(
    { from, to, agents }: { from: number; to: number; agents: readonly string[] | null },
    most: number,
  ): Promise<{ rows: DecisionRow[]; more: boolean }> {
    const query = this.matching({ kind: 'decision', from, to, agents })
      .andWhere({ target: In([...STEPS]) })
      .select(['row.seq', 'row.at', 'row.actor_kind', 'row.actor_id', 'row.actor_name'])
      .addSelect(['row.target', 'row.approval_id'])
      .orderBy('row.seq', 'DESC')
      .limit(most + 1);
    const found = await query.getMany();
    const rows = found.slice(0, most).flatMap((row) => {
      const step = STEPS.find((name) => name === row.target);
      if (!step || row.approval_id === null) return [];
      const actor = { kind: row.actor_kind, id: row.actor_id, name: row.actor_name };
      return [{ at: row.at, step, actor, approval_id: row.approval_id }];
    });
    return { rows, more: found.length > most };
  }

  /** The `seq` of a row. @throws KennyError `not_found`, also for one that the filter leaves out. */
  async placeOf(id: string, filter: AuditFilter): Promise<number> {
    const row = await this.matching(filter).andWhere('row.id = :id', { id }).getOne();
    if (!row) throw new KennyError('not_found', `There is no row ${id} in the audit log.`);
    return row.seq;
  }

  /** All matching rows after `seq`, oldest first; undefined beyond `most`. */
  async allAfter(
    seq: number,
    filter: AuditFilter,
    most: { rows: number; bytes: number },
  ): Promise<AuditRowView[] | undefined> {
    const found: AuditRowView[] = [];
    let bytes = 0;
    for await (const view of this.after(seq, filter)) {
      bytes += Buffer.byteLength(JSON.stringify(view));
      found.push(view);
      if (found.length > most.rows || bytes > most.bytes) return undefined;
    }
    return found;
  }

  /** Matching rows after that `seq`, up to `upTo` or those there at the start, oldest first, by batches. */
  async *after(seq: number, filter: AuditFilter, upTo?: number): AsyncGenerator<AuditRowView> {
    const last = upTo ?? (await this.lastSeq());
    const step = filter.text === undefined ? last : this.searched;
    for (let after = seq; after < last;) {
      const end = Math.min(last, after + step);
      const query = this.matching(filter)
        .andWhere('row.seq > :after', { after })
        .andWhere('row.seq <= :end', { end });
      const { rows, more } = await readSome(query, COLUMNS, 'ASC', BATCH);
      for (const row of rows) yield viewOf(row);
      after = more ? (rows.at(-1)?.seq ?? end) : end;
    }
  }

  private matching(filter: AuditFilter): SelectQueryBuilder<AuditRowEntity> {
    const query = this.reads.manager.createQueryBuilder(AuditRowEntity, 'row');
    for (const name of EXACT) {
      const value = filter[name];
      if (value !== undefined) query.andWhere(`row.${name} = :${name}`, { [name]: value });
    }
    if (filter.from !== undefined) query.andWhere('row.at >= :from', { from: filter.from });
    if (filter.to !== undefined) query.andWhere('row.at <= :to', { to: filter.to });
    if (filter.changes)
      query.andWhere([{ kind: In([...CHANGE_KINDS]) }, { approval_id: Not(IsNull()) }]);
    if (filter.agents) query.andWhere({ agent_id: In([...filter.agents]) });
    if (filter.text !== undefined) searchText(query, filter.text, filter.pcs ?? []);
    return query;
  }

  /** Texts have no index: one page scans a bounded number of rows, however few match. */
  private async searchFloor(before: number | undefined): Promise<number> {
    const end = before ?? (await this.lastSeq()) + 1;
    return Math.max(0, end - this.searched);
  }

  /** Of the newest row; 0 when there is none. */
  async lastSeq(): Promise<number> {
    return (await this.reads.manager.maximum(AuditRowEntity, 'seq')) ?? 0;
  }
}
