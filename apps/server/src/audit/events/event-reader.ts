import { LOG_LEVELS, type EventView, type LogLevel } from '@kenny/contract';
import { In } from 'typeorm';
import { readSome, type Reads } from '../../database/index.js';
import { pageLimits, pageOf, seqOf, type Page } from '../paging.js';
import { EventEntity } from './event.entity.js';

export interface EventFilter {
  source?: 'agent' | 'server';
  agent_id?: string;
  /** This level and worse. */
  level?: LogLevel;
  event?: string;
  /** Epoch ms, both inclusive. */
  from?: number;
  to?: number;
  /** PCs the reader may see; then lines about no PC are left out. null or absent = all. */
  agents?: readonly string[] | null;
}

const COLUMNS = { place: 'event.id', long: ['event.message', 'event.fields'] };

/** Reads log lines, newest first. */
export class EventReader {
  constructor(private readonly reads: Reads) {}

  /** @throws KennyError `validation` for a cursor that is not one of ours. */
  async list(
    filter: EventFilter,
    page: Page = {},
  ): Promise<{ items: EventView[]; next_cursor: string | null }> {
    const query = this.reads.manager.createQueryBuilder(EventEntity, 'event');
    for (const name of ['source', 'agent_id', 'event'] as const) {
      const value = filter[name];
      if (value !== undefined) query.andWhere(`event.${name} = :${name}`, { [name]: value });
    }
    if (filter.level) {
      const worse = LOG_LEVELS.slice(0, LOG_LEVELS.indexOf(filter.level) + 1);
      query.andWhere({ level: In(worse) });
    }
    if (filter.from !== undefined) query.andWhere('event.at >= :from', { from: filter.from });
    if (filter.to !== undefined) query.andWhere('event.at <= :to', { to: filter.to });
    if (filter.agents) query.andWhere({ agent_id: In([...filter.agents]) });
    if (page.cursor) query.andWhere('event.id < :before', { before: seqOf(page.cursor) });
    const { rows, more } = await readSome(query, COLUMNS, 'DESC', pageLimits(page));
    return pageOf(
      rows.map((row) => ({ view: viewOf(row), place: row.id })),
      more,
    );
  }
}

function viewOf(row: EventEntity): EventView {
  return { ...row, at: new Date(row.at).toISOString() };
}
