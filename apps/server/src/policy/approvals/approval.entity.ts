import type { ApprovalState } from '@kenny/contract';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { asNumber } from '../../database/index.js';

/** One approval: the gate's record whole, and beside it the columns it is looked up by. */
@Entity('approvals')
@Index(['state', 'requested_at'])
@Index(['repeat_key', 'requested_at'])
@Index(['agent_uid', 'state'])
@Index(['agent_id', 'tool', 'requested_at'])
export class ApprovalEntity {
  @PrimaryColumn('varchar')
  id!: string;

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
  principal_key!: string;

  @Column('varchar')
  repeat_key!: string;

  @Column('varchar', { nullable: true })
  call_id!: string | null;

  @Column('bigint', { transformer: asNumber })
  requested_at!: number;

  /** JSON of the gate's record. */
  @Column('text')
  record!: string;

  /** Tokens of the requester and of who decided: each must still be valid when it is sent. */
  @Column('simple-json')
  token_ids!: string[];
}
