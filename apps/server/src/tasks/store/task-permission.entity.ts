import type { PermissionOption, PermissionOutcome } from '@kenny/contract';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { asNumber } from '../../database/index.js';

/**
 * Why a permission ended: `person` decided; `own_tool` is kenny's own, gated where it is called; its
 * agent's `type` denies all others; nobody decided in time; the rest were cancelled.
 */
export type PermissionWhy =
  | 'person'
  | 'own_tool'
  | 'type'
  | 'expired'
  | 'turn_ended'
  | 'run_ended'
  | 'task_ended'
  | 'restart';

/** An agent's wish to use a tool of its own, as it was shown to a person. */
@Entity('task_permissions')
@Index(['task_id'])
@Index(['decided_at'])
export class TaskPermissionEntity {
  /** The `pending_id`. */
  @PrimaryColumn('varchar')
  id!: string;

  @Column('varchar')
  task_id!: string;

  @Column('varchar')
  run_id!: string;

  @Column('varchar')
  turn_id!: string;

  /** The agent's own session. */
  @Column('text')
  session_id!: string;

  @Column('text')
  tool_call_id!: string;

  @Column('text')
  title!: string;

  @Column('varchar')
  kind!: string;

  /** Exactly what was shown. */
  @Column('simple-json')
  shown!: Record<string, unknown>;

  /** Of what was shown: an answer is bound to it. */
  @Column('varchar')
  shown_sha256!: string;

  @Column('simple-json')
  options!: PermissionOption[];

  /** PCs of its run: who decides has to reach them all. Null = all. */
  @Column('simple-json', { nullable: true })
  agents!: string[] | null;

  @Column('bigint', { transformer: asNumber })
  created_at!: number;

  @Column('bigint', { transformer: asNumber })
  expires_at!: number;

  /** Null: it waits. */
  @Column('varchar', { nullable: true })
  outcome!: PermissionOutcome | null;

  @Column('text', { nullable: true })
  option_id!: string | null;

  @Column('varchar', { nullable: true })
  why!: PermissionWhy | null;

  /** An operator's id; null: nobody, it ended by itself. */
  @Column('varchar', { nullable: true })
  decided_by!: string | null;

  @Column('bigint', { transformer: asNumber, nullable: true })
  decided_at!: number | null;
}
