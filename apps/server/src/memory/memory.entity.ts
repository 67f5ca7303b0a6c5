import type { MemoryLayer, MemorySource, MemoryStatus } from '@kenny/contract';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { asNumber } from '../database/index.js';

/** One thing that is remembered for one operator, or the trace of one that was forgotten. */
@Entity('memories')
export class MemoryEntity {
  @PrimaryColumn('varchar')
  operator_id!: string;

  @PrimaryColumn('varchar')
  id!: string;

  @Column('varchar')
  layer!: MemoryLayer;

  @Column('text')
  text!: string;

  /** `global`, or `agent:<id>`. */
  @Column('varchar')
  scope!: string;

  @Column('simple-json')
  tags!: string[];

  /** In hundredths, so that every database keeps it as it is. */
  @Column('integer')
  confidence!: number;

  /** How often a conversation was told of it. */
  @Column('integer')
  hits!: number;

  @Column('varchar')
  source!: MemorySource;

  @Column('varchar')
  status!: MemoryStatus;

  @Column('bigint', { transformer: asNumber })
  created_at!: number;

  @Column('bigint', { transformer: asNumber })
  updated_at!: number;

  /** From when its days count. */
  @Column('bigint', { transformer: asNumber })
  last_seen_at!: number;

  /** Null: it stays. */
  @Column('integer', { nullable: true })
  ttl_days!: number | null;
}

/** The last number that was given to a memory: no id is used twice. */
@Entity('memory_numbers')
export class MemoryNumberEntity {
  @PrimaryColumn('varchar')
  operator_id!: string;

  @PrimaryColumn('varchar')
  layer!: MemoryLayer;

  @Column('integer')
  last!: number;
}
