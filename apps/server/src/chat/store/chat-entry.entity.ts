import { Column, Entity, PrimaryColumn } from 'typeorm';
import { asNumber } from '../../database/index.js';

/** One entry of the model's history; append-only. */
@Entity('chat_entries')
export class ChatEntryEntity {
  @PrimaryColumn('varchar')
  session_id!: string;

  @PrimaryColumn('integer')
  number!: number;

  @Column('varchar')
  id!: string;

  @Column('varchar')
  turn_id!: string;

  @Column('bigint', { transformer: asNumber })
  at!: number;

  /** JSON. */
  @Column('text')
  content!: string;

  /** Text of a person or the model, normalised for search. */
  @Column('text', { nullable: true })
  words!: string | null;
}
