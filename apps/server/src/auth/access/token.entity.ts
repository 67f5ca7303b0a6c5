import type { Scope, ToolClass } from '@kenny/contract';
import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { asNumber } from '../../database/index.js';
import { OperatorEntity } from './operator.entity.js';

/**
 * Where a token came from: `environment` ones follow KENNY_OPERATOR_TOKEN, `task` ones a task;
 * of `invited` ones nobody knows the secret.
 */
export type TokenOrigin = 'first_start' | 'environment' | 'minted' | 'task' | 'invited';

/** A bearer token. What it may do changes only where it is a person's (ADR 0104). */
@Entity('tokens')
export class TokenEntity {
  @PrimaryColumn('varchar')
  id!: string;

  /** Unique. The secret itself is kept nowhere. */
  @Column('varchar')
  token_sha256!: string;

  @Column('varchar')
  operator_id!: string;

  @ManyToOne(() => OperatorEntity)
  @JoinColumn({ name: 'operator_id' })
  operator!: Relation<OperatorEntity>;

  @Column('varchar')
  name!: string;

  @Column('varchar')
  scope!: Scope;

  /** Null = all PCs. */
  @Column('simple-json', { nullable: true })
  agents!: string[] | null;

  @Column('simple-json')
  classes!: ToolClass[];

  @Column('boolean')
  decide!: boolean;

  /** The word of its MCP client counts (D6). */
  @Column('boolean')
  elicitation!: boolean;

  @Column('varchar')
  origin!: TokenOrigin;

  @Column('bigint', { transformer: asNumber })
  created_at!: number;

  @Column('bigint', { transformer: asNumber, nullable: true })
  expires_at!: number | null;

  @Column('bigint', { transformer: asNumber, nullable: true })
  last_used_at!: number | null;

  /** What the MCP client that used it last calls itself; untrusted. */
  @Column('varchar', { nullable: true })
  client!: string | null;

  @Column('bigint', { transformer: asNumber, nullable: true })
  revoked_at!: number | null;

  /** The task that works with it; null for the tokens of people and clients. */
  @Column('varchar', { nullable: true })
  task_id!: string | null;

  /** Of a task: the token it was started with. It ends with that one. */
  @Column('varchar', { nullable: true })
  starter_token_id!: string | null;

  /** Of a task: since then it opens nothing; what was asked with it may still run. */
  @Column('bigint', { transformer: asNumber, nullable: true })
  closed_at!: number | null;
}
