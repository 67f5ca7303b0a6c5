import type { TurnEventType } from '@kenny/contract';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { asNumber } from '../../database/index.js';

/** One event of a turn. `position` numbers those of a conversation in the order they happened. */
@Entity('chat_events')
@Index(['turn_id', 'sequence'], { unique: true })
export class ChatEventEntity {
  @PrimaryColumn('varchar')
  session_id!: string;

  @PrimaryColumn('bigint', { transformer: asNumber })
  position!: number;

  @Column('varchar')
  turn_id!: string;

  @Column('integer')
  sequence!: number;

  @Column('bigint', { transformer: asNumber })
  at!: number;

  @Column('varchar')
  type!: TurnEventType;

  /** JSON. */
  @Column('text')
  payload!: string;
}
