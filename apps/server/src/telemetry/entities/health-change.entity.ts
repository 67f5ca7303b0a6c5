import type { HealthChangeItem } from '@kenny/contract';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { asNumber } from '../../database/index.js';

/** A check of a PC that got worse or better: what the snapshots would show one by one. */
@Entity('health_changes')
@Index(['agent_uid', 'at'])
@Index(['at'])
export class HealthChangeEntity {
  @PrimaryColumn('varchar', { length: 36 })
  id!: string;

  @Column('varchar', { length: 36 })
  agent_uid!: string;

  @Column('bigint', { transformer: asNumber })
  at!: number;

  @Column('varchar', { length: 64 })
  section!: string;

  @Column('varchar', { length: 8 })
  status!: HealthChangeItem['status'];

  @Column('boolean')
  snoozed!: boolean;

  @Column('text')
  reason!: string;
}
