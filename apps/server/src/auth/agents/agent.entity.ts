import type { Os, RegisterMeta } from '@kenny/contract';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { asNumber } from '../../database/index.js';

/**
 * A PC's record, from `POST /api/agents` to its removal. A removed one stays as a tombstone, so
 * that rows which name its `agent_uid` keep a meaning; its id is free again.
 */
@Entity('agents')
export class AgentEntity {
  @PrimaryColumn('varchar')
  agent_uid!: string;

  @Column('varchar')
  agent_id!: string;

  /** `agentIdKey(agent_id)`, unique among living PCs; null once removed. */
  @Column('varchar', { nullable: true })
  agent_id_key!: string | null;

  @Column('varchar')
  name!: string;

  @Column('simple-json')
  tags!: string[];

  @Column('varchar', { nullable: true })
  owner!: string | null;

  @Column('varchar', { nullable: true })
  contact!: string | null;

  @Column('text', { nullable: true })
  notes!: string | null;

  @Column('varchar', { nullable: true })
  help_id!: string | null;

  @Column('varchar', { nullable: true })
  help_link!: string | null;

  /** As named when it was added; `last_meta` tells what it runs. */
  @Column('varchar', { nullable: true })
  os!: Os | null;

  /** Bearer secret of an agent older than protocol 0.8; gone as soon as a key is enrolled. */
  @Column('varchar', { nullable: true })
  legacy_token_sha256!: string | null;

  @Column('bigint', { transformer: asNumber })
  created_at!: number;

  @Column('bigint', { transformer: asNumber, nullable: true })
  enrolled_at!: number | null;

  @Column('bigint', { transformer: asNumber, nullable: true })
  removed_at!: number | null;

  @Column('bigint', { transformer: asNumber, nullable: true })
  last_seen!: number | null;

  @Column('simple-json', { nullable: true })
  last_meta!: RegisterMeta | null;

  @Column('varchar', { nullable: true })
  last_protocol!: string | null;
}
