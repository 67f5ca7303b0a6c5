import { Injectable } from '@nestjs/common';
import { Reads } from '../../database/index.js';
import type { Span } from './resolution.js';

/** The values of one key within one stretch of time. */
export interface Stretch {
  /** Number of the stretch since 1970. */
  readonly slot: number;
  readonly key: string;
  readonly mean: number;
  readonly least: number;
  readonly largest: number;
}

export interface SeriesSource extends Span {
  readonly agent_uid: string;
  readonly metric: string;
}

/**
 * The numbers in the rows of snapshots. They are picked out and put together by the database: a
 * month of them is thousands of texts, which the event loop must not parse.
 */
@Injectable()
export class SeriesRepository {
  constructor(private readonly reads: Reads) {}

  /** Those with the most values first. */
  async keys(source: SeriesSource, most: number): Promise<string[]> {
    const { from, values } = this.source(source);
    const rows = await this.reads.manager.query<{ key: string }[]>(
      `SELECT point.key AS key ${from} GROUP BY point.key ORDER BY COUNT(*) DESC, point.key
       LIMIT ${most}`,
      values,
    );
    return rows.map(({ key }) => key);
  }

  /** Oldest first. */
  async stretches(
    source: SeriesSource,
    stretchMs: number,
    keys: readonly string[],
  ): Promise<Stretch[]> {
    if (keys.length === 0) return [];
    const { from, values, mark } = this.source(source);
    const value = this.isPostgres ? 'CAST(point.value AS double precision)' : 'point.value';
    const marks = keys.map((_, index) => mark(values.length + index + 1)).join(', ');
    const rows = await this.reads.manager.query<Record<keyof Stretch, string | number>[]>(
      `SELECT snapshots.received_at / ${stretchMs} AS slot, point.key AS key, AVG(${value}) AS mean,
         MIN(${value}) AS least, MAX(${value}) AS largest
       ${from} AND point.key IN (${marks}) GROUP BY 1, 2 ORDER BY 1, 2`,
      [...values, ...keys],
    );
    return rows.map(({ slot, key, mean, least, largest }) => ({
      ...{ slot: Number(slot), key: String(key) },
      ...{ mean: Number(mean), least: Number(least), largest: Number(largest) },
    }));
  }

  private get isPostgres(): boolean {
    return this.reads.manager.connection.options.type === 'postgres';
  }

  private source({ agent_uid, metric, from, to }: SeriesSource) {
    const isPostgres = this.isPostgres;
    const mark = (number: number) => (isPostgres ? `$${number}` : `?${number}`);
    const points = isPostgres
      ? `json_each_text(snapshots.points::json -> ${mark(4)})`
      : `json_each(snapshots.points, ${mark(4)})`;
    return {
      mark,
      from: `FROM snapshots, ${points} AS point WHERE snapshots.agent_uid = ${mark(1)}
         AND snapshots.received_at BETWEEN ${mark(2)} AND ${mark(3)}`,
      values: [agent_uid, from, to, isPostgres ? metric : `$."${metric}"`] as unknown[],
    };
  }
}
