import type { ApprovalState } from '@kenny/contract';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { asNumber } from '../../database/index.js';

/** One approval: the gate's record whole, and beside it the columns it is looked up by. */
@Entity('approvals')
@Index(['seq'], { unique: true })
@Index(['state', 'seq'])
@Index(['repeat_key', 'seq'])
@Index(['agent_uid', 'state'])
@Index(['agent_id', 'tool', 'seq'])
@Index(['requester', 'decided_at'])
@Index(['kept_until'])
export class ApprovalEntity {
  @PrimaryColumn('varchar')
  id!: string;

  /** The order in which they were asked for: the wall clock may be set back. */
  @Column('bigint', { transformer: asNumber })
  seq!: number;

  /** Compare-and-set: a change is written only where this is still what was read. */
  @Column('integer')
  revision!: number;

  @Column('varchar')
  state!: ApprovalState;

  @Column('varchar')
  agent_uid!: string;

  @Column('varchar')
  agent_id!: string;

  @Column('varchar')
  tool!: string;

  @Column('varchar')
  kind!: 'change' | 'read';

  /** When what was read is erased if its requester has not come for it; null where none is kept. */
  @Column('bigint', { transformer: asNumber, nullable: true })
  kept_until!: number | null;

  @Column('varchar')
  principal_key!: string;

  @Column('varchar')
  repeat_key!: string;

  @Column('varchar', { nullable: true })
  call_id!: string | null;

  @Column('bigint', { transformer: asNumber })
  requested_at!: number;

  /** Who is paused together with whoever asked; empty in approvals of before. */
  @Column('varchar')
  requester!: string;

  /** When somebody last said yes or no to it. */
  @Column('bigint', { transformer: asNumber, nullable: true })
  decided_at!: number | null;

  /** JSON of the gate's record. */
  @Column('text')
  record!: string;

  /** Tokens of the requester and of who decided: each must still be valid when it is sent. */
  @Column('simple-json')
  token_ids!: string[];
}
