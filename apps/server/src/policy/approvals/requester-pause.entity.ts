import type { Door, Requester } from '@kenny/contract';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { asNumber } from '../../database/index.js';

/** A requester paused after denials in a row; the row stays after it was resumed. */
@Entity('requester_pauses')
export class RequesterPauseEntity {
  /** As `requesterId` makes it. */
  @PrimaryColumn('varchar')
  id!: string;

  @Column('simple-json')
  requested_by!: Requester;

  @Column('varchar')
  door!: Door;

  /** The last of the denials, and its PC. */
  @Column('varchar')
  approval_id!: string;

  @Column('varchar')
  agent_id!: string;

  @Column('bigint', { transformer: asNumber })
  paused_at!: number;

  /** When a person resumed it; null: paused. */
  @Column('bigint', { transformer: asNumber, nullable: true })
  released_at!: number | null;
}
