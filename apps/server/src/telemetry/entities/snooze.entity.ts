import type { Health } from '@kenny/contract';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { asNumber } from '../../database/index.js';

/** What is wrong with one section of a PC, put off until a time. */
@Entity('snoozes')
export class SnoozeEntity {
  @PrimaryColumn('varchar', { length: 36 })
  agent_uid!: string;

  @PrimaryColumn('varchar', { length: 64 })
  section!: string;

  /** How bad it was then: what is worse is not covered. */
  @Column('varchar', { length: 8 })
  status!: Health;

  @Column('bigint', { transformer: asNumber })
  until!: number;

  @Column('varchar', { length: 280 })
  reason!: string;

  @Column('varchar', { length: 128 })
  by_name!: string;
}
