import type { AuditKind, AuditRowView, Door } from '@kenny/contract';
import { In, type SelectQueryBuilder } from 'typeorm';
import { readSome, type Reads } from '../database/index.js';
import { KennyError } from '../errors/index.js';
import { viewOf } from './audit-draft.js';
import { AuditRowEntity } from './audit-row.entity.js';
import { BATCH, pageLimits, pageOf, seqOf, type Page } from './paging.js';

export interface AuditFilter {
  kind?: AuditKind;
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
  /** PCs the reader may see; then rows about no PC are left out. null or absent = all. */
  agents?: readonly string[] | null;
}

const EXACT = [
  ...['kind', 'agent_id', 'actor_id', 'tool', 'door', 'ok', 'code', 'call_id', 'approval_id'],
] as const;

const COLUMNS = { place: 'row.seq', long: ['row.args'] };

/** Reads the record: newest first for people, oldest first for exports. */
export class AuditReader {
  constructor(private readonly reads: Reads) {}

  /** @throws KennyError `validation` for a cursor that is not one of ours. */
  async list(
    filter: AuditFilter,
    page: Page = {},
  ): Promise<{ items: AuditRowView[]; next_cursor: string | null }> {
    const query = this.matching(filter);
    if (page.cursor) query.andWhere('row.seq < :before', { before: seqOf(page.cursor) });
    const { rows, more } = await readSome(query, COLUMNS, 'DESC', pageLimits(page));
    return pageOf(
      rows.map((row) => ({ view: viewOf(row), place: row.seq })),
      more,
    );
  }

  /** The `seq` of a row. @throws KennyError `not_found`, also for one that the filter leaves out. */
  async placeOf(id: string, filter: AuditFilter): Promise<number> {
    const row = await this.matching(filter).andWhere('row.id = :id', { id }).getOne();
    if (!row) throw new KennyError('not_found', `There is no row ${id} in the record.`);
    return row.seq;
  }

  /** All matching rows after that `seq`, oldest first; undefined when they are more than `most`. */
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

  /** All matching rows up to those there at the start, oldest first, a batch at a time. */
  all(filter: AuditFilter): AsyncGenerator<AuditRowView> {
    return this.after(0, filter);
  }

  private async *after(seq: number, filter: AuditFilter): AsyncGenerator<AuditRowView> {
    for (let after = seq; ;) {
      const query = this.matching(filter).andWhere('row.seq > :after', { after });
      const { rows, more } = await readSome(query, COLUMNS, 'ASC', BATCH);
      for (const row of rows) yield viewOf(row);
      const last = rows.at(-1);
      if (!last || !more) return;
      after = last.seq;
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
    if (filter.agents) query.andWhere({ agent_id: In([...filter.agents]) });
    return query;
  }
}
