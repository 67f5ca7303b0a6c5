import type { RekeyMode } from '@kenny/contract';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { asNumber } from '../../database/index.js';

/** A PC's one enrolment token; a new one takes the place of the old. */
@Entity('agent_enrolments')
export class EnrolmentEntity {
  @PrimaryColumn('varchar')
  agent_uid!: string;

  @Column('varchar')
  token_sha256!: string;

  @Column('varchar')
  mode!: 'first' | RekeyMode;

  @Column('bigint', { transformer: asNumber })
  created_at!: number;

  @Column('bigint', { transformer: asNumber })
  expires_at!: number;

  /** The key that consumed the token; null while it is unused. */
  @Column('varchar', { nullable: true })
  used_key_sha256!: string | null;

  @Column('bigint', { transformer: asNumber, nullable: true })
  used_at!: number | null;
}
