import type { LogLevel } from '@kenny/contract';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { asNumber } from '../../database/index.js';

@Entity('events')
export class EventEntity {
  @PrimaryGeneratedColumn('increment')
  id!: number;

  /** Epoch ms, by the server's clock (D11). */
  @Column('bigint', { transformer: asNumber })
  at!: number;

  @Column('varchar')
  source!: 'agent' | 'server';

  @Column('varchar', { nullable: true })
  agent_id!: string | null;

  @Column('varchar')
  level!: LogLevel;

  @Column('varchar')
  event!: string;

  @Column('varchar', { nullable: true })
  target!: string | null;

  @Column('text')
  message!: string;

  @Column('simple-json', { nullable: true })
  fields!: Record<string, unknown> | null;
}
