import { LessThan, Between, In } from 'typeorm';
import { Injectable } from '@nestjs/common';
import { Reads, type RowPlace, type Tx } from '../database/index.js';
import {
  PcHealthEntity,
  SectionBodyEntity,
  SeriesPointEntity,
  SnapshotEntity,
} from './entities/index.js';

export interface StoredSnapshot {
  readonly snapshot: SnapshotEntity;
  readonly health: PcHealthEntity;
  readonly bodies: readonly SectionBodyEntity[];
  readonly points: readonly SeriesPointEntity[];
}

/** Epoch ms, both inclusive. */
export interface SnapshotSpan {
  readonly from: number;
  readonly to: number;
  /** The last snapshot of the page before. */
  readonly before?: RowPlace;
}

/** The only file of this module that knows TypeORM. */
@Injectable()
export class TelemetryRepository {
  constructor(private readonly reads: Reads) {}

  async store(
    { manager }: Tx,
    { snapshot, health, bodies, points }: StoredSnapshot,
  ): Promise<void> {
    if (bodies.length > 0) {
      await manager
        .createQueryBuilder()
        .insert()
        .into(SectionBodyEntity)
        .values([...bodies])
        .orUpdate(['used_at'], ['id'])
        .updateEntity(false)
        .execute();
    }
    await manager.insert(SnapshotEntity, snapshot);
    await manager.upsert(PcHealthEntity, health, ['agent_uid']);
    if (points.length > 0) {
      await manager
        .createQueryBuilder()
        .insert()
        .into(SeriesPointEntity)
        .values([...points])
        .orIgnore()
        .updateEntity(false)
        .execute();
    }
  }

  allHealth(): Promise<PcHealthEntity[]> {
    return this.reads.manager.find(PcHealthEntity);
  }

  /** Newest first; with `before`, those that come after that place. */
  snapshots(
    agent_uid: string,
    { from, to, before }: SnapshotSpan,
    most: number,
  ): Promise<SnapshotEntity[]> {
    const span = { agent_uid, received_at: Between(from, to) };
    const rest = before && [
      { agent_uid, received_at: Between(from, Math.min(to, before.at - 1)) },
      { agent_uid, received_at: before.at, id: LessThan(before.id) },
    ];
    return this.reads.manager.find(SnapshotEntity, {
      where: rest ?? span,
      order: { received_at: 'DESC', id: 'DESC' },
      take: most,
    });
  }

  bodies(ids: readonly string[]): Promise<SectionBodyEntity[]> {
    return this.reads.manager.find(SectionBodyEntity, { where: { id: In([...ids]) } });
  }

  async forget({ manager }: Tx, agentUid: string): Promise<void> {
    await manager.delete(PcHealthEntity, { agent_uid: agentUid });
    await manager.delete(SnapshotEntity, { agent_uid: agentUid });
    await manager.delete(SeriesPointEntity, { agent_uid: agentUid });
  }

  /** Deletes at most `most` snapshots older than `before`; true when there may be more. */
  async pruneSnapshots({ manager }: Tx, before: number, most: number): Promise<boolean> {
    const old = await manager.find(SnapshotEntity, {
      select: { id: true },
      where: { received_at: LessThan(before) },
      take: most,
    });
    if (old.length > 0)
      await manager.delete(
        SnapshotEntity,
        old.map(({ id }) => id),
      );
    return old.length === most;
  }

  async prunePoints({ manager }: Tx, before: number): Promise<void> {
    await manager.delete(SeriesPointEntity, { at: LessThan(before) });
  }

  async pruneBodies({ manager }: Tx, before: number): Promise<void> {
    await manager.delete(SectionBodyEntity, { used_at: LessThan(before) });
  }
}
