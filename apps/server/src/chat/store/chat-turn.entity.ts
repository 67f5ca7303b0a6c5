import type { TurnStatus } from '@kenny/contract';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** One turn: the engine's record as JSON, plus the columns for lookups. */
@Entity('chat_turns')
@Index(['session_id', 'number'], { unique: true })
@Index(['status'])
export class ChatTurnEntity {
  @PrimaryColumn('varchar')
  id!: string;

  @Column('varchar')
  session_id!: string;

  @Column('integer')
  number!: number;

  @Column('varchar')
  status!: TurnStatus;

  /** JSON of the engine's record. */
  @Column('text')
  record!: string;
}
