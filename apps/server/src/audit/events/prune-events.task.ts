import { In, LessThan } from 'typeorm';
import { DAY_MS, HOUR_MS } from '@kenny/kernel';
import type { Reads, Writer } from '../../database/index.js';
import type { ScheduledTask } from '../../scheduling/index.js';
import { EventEntity } from './event.entity.js';

/** Rows per transaction: pruning must not hold up other writes. */
const CHUNK = 1_000;
/** Lines kept per agent, however recent: a flood costs the agent its own. */
export const MAX_PER_AGENT = 100_000;

/** Deletes log lines after KENNY_RETENTION_DAYS (audit rows stay). */
export function pruneEventsTask(
  writer: Writer,
  reads: Reads,
  retentionDays: number,
  maxPerAgent = MAX_PER_AGENT,
): ScheduledTask {
  const removeAll = async (next: () => Promise<number[]>): Promise<void> => {
    for (let ids = await next(); ids.length > 0; ids = await next()) {
      const chunk = ids;
      await writer.write((tx) => tx.manager.delete(EventEntity, { id: In(chunk) }), 'events');
      if (chunk.length < CHUNK) return;
    }
  };
  const idsWhere = async (where: object, take = CHUNK): Promise<number[]> => {
    const select = { id: true } as const;
    const rows = await reads.manager.find(EventEntity, {
      select,
      where,
      order: { id: 'ASC' },
      take,
    });
    return rows.map(({ id }) => id);
  };
  return {
    id: 'prune-events',
    everyMs: HOUR_MS,
    deletes: true,
    run: async (now) => {
      const oldest = now - retentionDays * DAY_MS;
      await removeAll(() => idsWhere({ at: LessThan(oldest) }));
      for (const { agent_id, lines } of await tooMany(reads, maxPerAgent)) {
        let surplus = lines - maxPerAgent;
        await removeAll(async () => {
          const ids = surplus > 0 ? await idsWhere({ agent_id }, Math.min(CHUNK, surplus)) : [];
          surplus -= ids.length;
          return ids;
        });
      }
    },
  };
}

async function tooMany(reads: Reads, most: number): Promise<{ agent_id: string; lines: number }[]> {
  const rows = await reads.manager
    .createQueryBuilder(EventEntity, 'event')
    .select('event.agent_id', 'agent_id')
    .addSelect('COUNT(*)', 'lines')
    .where('event.agent_id IS NOT NULL')
    .groupBy('event.agent_id')
    .having('COUNT(*) > :most', { most })
    .getRawMany<{ agent_id: string; lines: number | string }>();
  return rows.map(({ agent_id, lines }) => ({ agent_id, lines: Number(lines) }));
}
