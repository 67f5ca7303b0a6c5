import type { ToolClass } from '@kenny/contract';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { asNumber } from '../../database/index.js';
import type { BaseState, TaskProblem } from '../states/index.js';
import type { TaskState } from '@kenny/contract';

/** Work that is given to an external agent. */
@Entity('tasks')
@Index(['updated_at', 'id'])
@Index(['base_state'])
export class TaskEntity {
  @PrimaryColumn('varchar')
  id!: string;

  @Column('text')
  title!: string;

  @Column('text')
  description!: string;

  /** As people see it: it follows from `base_state` and from what is open. */
  @Column('varchar')
  state!: TaskState;

  @Column('varchar')
  base_state!: BaseState;

  @Column('integer')
  priority!: number;

  @Column('varchar', { nullable: true })
  agent_type!: string | null;

  /** PCs; null = all. */
  @Column('simple-json', { nullable: true })
  agents!: string[] | null;

  /** Null: those of its starter and its agent's type. */
  @Column('simple-json', { nullable: true })
  classes!: ToolClass[] | null;

  @Column('varchar')
  owner_id!: string;

  /** The token with whose rights it was last set to work. */
  @Column('varchar', { nullable: true })
  starter_token_id!: string | null;

  /** Its conversation; null before its first turn. */
  @Column('varchar', { nullable: true })
  session_id!: string | null;

  @Column('varchar', { nullable: true })
  board_id!: string | null;

  @Column('varchar', { nullable: true })
  column_id!: string | null;

  @Column('integer')
  position!: number;

  @Column('text', { nullable: true })
  repository_url!: string | null;

  @Column('varchar', { nullable: true })
  branch!: string | null;

  @Column('varchar', { nullable: true })
  assigned_to!: string | null;

  @Column('simple-json')
  metadata!: Record<string, unknown>;

  @Column('simple-json', { nullable: true })
  error!: TaskProblem | null;

  /** A further prompt goes on in the agent's own session. */
  @Column('boolean')
  resumable!: boolean;

  /** Null: it never ran. */
  @Column('boolean', { nullable: true })
  sandboxed!: boolean | null;

  @Column('integer')
  attempts!: number;

  /** A change was sent to a PC. */
  @Column('boolean')
  changed_by_task!: boolean;

  @Column('bigint', { transformer: asNumber, nullable: true })
  not_before!: number | null;

  @Column('bigint', { transformer: asNumber, nullable: true })
  queued_at!: number | null;

  /** Sensitive reads so far, as `tool@pc`. */
  @Column('simple-json')
  tainted_by!: string[];

  @Column('bigint', { transformer: asNumber })
  created_at!: number;

  @Column('bigint', { transformer: asNumber })
  updated_at!: number;

  @Column('bigint', { transformer: asNumber, nullable: true })
  started_at!: number | null;

  @Column('bigint', { transformer: asNumber, nullable: true })
  finished_at!: number | null;

  /** Its rows are being erased. */
  @Column('bigint', { transformer: asNumber, nullable: true })
  deleted_at!: number | null;
}
