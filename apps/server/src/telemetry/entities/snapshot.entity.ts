import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Health } from '@kenny/contract';
import { asNumber } from '../../database/index.js';

/** One snapshot as a row of references. Order and retention go by the server's clock (D11). */
@Entity('snapshots')
@Index(['agent_uid', 'received_at'])
@Index(['received_at'])
export class SnapshotEntity {
  @PrimaryColumn('varchar', { length: 36 })
  id!: string;

  @Column('varchar', { length: 36 })
  agent_uid!: string;

  @Column('bigint', { transformer: asNumber })
  received_at!: number;

  /** By the PC's clock; null when it sent no valid time. */
  @Column('bigint', { nullable: true, transformer: asNumber })
  collected_at!: number | null;

  @Column('varchar', { length: 8 })
  overall!: Health;

  /** Section name → id of its body. */
  @Column('simple-json')
  refs!: Record<string, string>;

  /**
   * The numbers of its sections for charts and forecasts, metric → key (which of several, e.g. the
   * mount; empty when there is one) → value. Beside `refs`, so that a chart unpacks no contents.
   */
  @Column('text', { select: false })
  points!: string;
}
