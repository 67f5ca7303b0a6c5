import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { asNumber } from '../../database/index.js';

/** One conversation. Of a deleted one only this row stays, without its name. */
@Entity('chat_sessions')
@Index(['owner_id', 'updated_at'])
export class ChatSessionEntity {
  @PrimaryColumn('varchar')
  id!: string;

  @Column('varchar')
  owner_id!: string;

  @Column('varchar', { nullable: true })
  name!: string | null;

  /** The name, normalised for search. */
  @Column('text', { nullable: true })
  words!: string | null;

  @Column('varchar', { nullable: true })
  agent_id!: string | null;

  /** Null = all PCs. */
  @Column('simple-json', { nullable: true })
  agents!: string[] | null;

  @Column('boolean')
  sensitive!: boolean;

  @Column('boolean')
  granted!: boolean;

  /** `chat`, or `task`: that of an external agent, which no list of conversations shows. */
  @Column('varchar')
  kind!: string;

  @Column('varchar', { nullable: true })
  parent_id!: string | null;

  /** Null = the operator's default. */
  @Column('varchar', { nullable: true })
  model!: string | null;

  @Column('varchar', { nullable: true })
  effort!: string | null;

  @Column('bigint', { transformer: asNumber })
  created_at!: number;

  @Column('bigint', { transformer: asNumber })
  updated_at!: number;

  @Column('bigint', { transformer: asNumber, nullable: true })
  deleted_at!: number | null;

  @Column('integer')
  turns!: number;

  @Column('integer')
  entries!: number;

  /** How many events there have been: the `position` of the last one. */
  @Column('bigint', { transformer: asNumber })
  events!: number;
}
