import type { ActorRef, AuditKind, Door } from '@kenny/contract';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { asNumber } from '../database/index.js';

@Entity('audit')
export class AuditRowEntity {
  @PrimaryColumn('bigint', { transformer: asNumber })
  seq!: number;

  @Column('varchar')
  id!: string;

  /** Epoch ms. */
  @Column('bigint', { transformer: asNumber })
  at!: number;

  @Column('varchar')
  chain!: string;

  @Column('varchar')
  prev_sha256!: string;

  @Column('varchar')
  sha256!: string;

  @Column('varchar')
  kind!: AuditKind;

  @Column('varchar')
  actor_kind!: ActorRef['kind'];

  @Column('varchar')
  actor_id!: string;

  @Column('varchar')
  actor_name!: string;

  @Column('varchar')
  door!: Door;

  @Column('varchar', { nullable: true })
  agent_id!: string | null;

  @Column('varchar', { nullable: true })
  tool!: string | null;

  /** RFC 8785 text. */
  @Column('text', { nullable: true })
  args!: string | null;

  @Column('boolean')
  ok!: boolean;

  @Column('varchar', { nullable: true })
  code!: string | null;

  @Column('bigint', { nullable: true, transformer: asNumber })
  duration_ms!: number | null;

  @Column('varchar', { nullable: true })
  call_id!: string | null;

  @Column('varchar', { nullable: true })
  approval_id!: string | null;

  @Column('varchar', { nullable: true })
  request_id!: string | null;

  @Column('varchar', { nullable: true })
  target!: string | null;
}
