import type { ApprovalState } from '@kenny/contract';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { asNumber } from '../../database/index.js';

/** One approval: the gate's record as JSON, and the columns it is looked up by. */
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

  /** Order of requests: the wall clock may be set back. */
  @Column('bigint', { transformer: asNumber })
  seq!: number;

  /** For compare-and-set. */
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

  /** When the result of a read is erased if nobody has fetched it; null without one. */
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

  /** `requesterId`, by which requesters are paused; empty in older approvals. */
  @Column('varchar')
  requester!: string;

  /** When it was last approved or denied. */
  @Column('bigint', { transformer: asNumber, nullable: true })
  decided_at!: number | null;

  /** JSON of the gate's record. */
  @Column('text')
  record!: string;

  /** Tokens of requester and deciders: each must still be valid when it is sent. */
  @Column('simple-json')
  token_ids!: string[];
}
