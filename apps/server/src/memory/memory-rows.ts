import type { MemoryLayer } from '@kenny/contract';
import { Injectable } from '@nestjs/common';
import { In, IsNull, Not } from 'typeorm';
import { Reads, type Tx } from '../database/index.js';
import { MemoryEntity, MemoryNumberEntity } from './memory.entity.js';

/** Traces of forgotten memories that are kept per operator. */
const MOST_TRACES = 500;
const FORGOTTEN = '[forgotten]';

/** Rows of memories; each query is about one operator. */
@Injectable()
export class MemoryRows {
  constructor(private readonly reads: Reads) {}

  /** Oldest first, forgotten ones too. */
  all(operator_id: string): Promise<MemoryEntity[]> {
    return inOrder(this.reads, operator_id);
  }

  allIn(tx: Tx, operator_id: string): Promise<MemoryEntity[]> {
    return inOrder(tx, operator_id);
  }

  active({ manager }: Tx, operator_id: string, id: string): Promise<MemoryEntity | null> {
    return manager.findOneBy(MemoryEntity, { operator_id, id, status: 'active' });
  }

  /** Every operator's that have an end. */
  mortal({ manager }: Tx): Promise<MemoryEntity[]> {
    return manager.findBy(MemoryEntity, { status: 'active', ttl_days: Not(IsNull()) });
  }

  count({ manager }: Tx, operator_id: string): Promise<number> {
    return manager.countBy(MemoryEntity, { operator_id, status: 'active' });
  }

  /** `core_001`, `soft_001`, …: never one that was given before. */
  async nextId({ manager }: Tx, operator_id: string, layer: MemoryLayer): Promise<string> {
    const row = await manager.findOneBy(MemoryNumberEntity, { operator_id, layer });
    const last = (row?.last ?? 0) + 1;
    await manager.upsert(MemoryNumberEntity, { operator_id, layer, last }, [
      ...['operator_id', 'layer'],
    ]);
    return `${layer}_${String(last).padStart(3, '0')}`;
  }

  async insert({ manager }: Tx, memory: MemoryEntity): Promise<void> {
    await manager.insert(MemoryEntity, memory);
  }

  /** A core memory is gone; a soft one leaves a trace without its words. */
  async erase({ manager }: Tx, memory: MemoryEntity, now: number): Promise<void> {
    const { operator_id, id, layer } = memory;
    if (layer === 'core') {
      await manager.delete(MemoryEntity, { operator_id, id });
      return;
    }
    await manager.update(
      MemoryEntity,
      { operator_id, id },
      { text: FORGOTTEN, tags: [], confidence: 0, hits: 0, status: 'forgotten', updated_at: now },
    );
    const old = await manager.find(MemoryEntity, {
      select: { operator_id: true, id: true },
      where: { operator_id, status: 'forgotten' },
      order: { updated_at: 'DESC', id: 'DESC' },
      skip: MOST_TRACES,
      take: MOST_TRACES,
    });
    if (old.length > 0)
      await manager.delete(MemoryEntity, { operator_id, id: In(old.map((one) => one.id)) });
  }

  async noteUse(
    { manager }: Tx,
    operator_id: string,
    ids: readonly string[],
    now: number,
  ): Promise<void> {
    const told = { operator_id, id: In([...ids]), status: 'active' } as const;
    await manager.update(MemoryEntity, told, { hits: () => 'hits + 1', last_seen_at: now });
  }
}

function inOrder({ manager }: Pick<Tx, 'manager'>, operator_id: string): Promise<MemoryEntity[]> {
  return manager.find(MemoryEntity, {
    where: { operator_id },
    order: { created_at: 'ASC', id: 'ASC' },
  });
}
