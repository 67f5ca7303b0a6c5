import type { AgentInstanceState } from '@kenny/contract';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { asNumber } from '../../database/index.js';

/** One agent of a task, from its start to its end (`agent_instance_id`). */
@Entity('task_runs')
@Index(['task_id'])
@Index(['status'])
export class TaskRunEntity {
  @PrimaryColumn('varchar')
  id!: string;

  @Column('varchar')
  task_id!: string;

  @Column('varchar')
  agent_type!: string;

  /** The type as it was at the start, without secrets. */
  @Column('simple-json')
  type_frozen!: Record<string, unknown>;

  @Column('simple-json', { nullable: true })
  workspace!: Record<string, unknown> | null;

  @Column('text', { nullable: true })
  acp_session_id!: string | null;

  @Column('varchar', { nullable: true })
  dialect!: string | null;

  @Column('simple-json', { nullable: true })
  capabilities!: Record<string, unknown> | null;

  @Column('varchar')
  status!: AgentInstanceState;

  @Column('integer')
  progress!: number;

  @Column('integer', { nullable: true })
  exit_code!: number | null;

  @Column('text', { nullable: true })
  error!: string | null;

  /** By which a later process finds what this one left running. */
  @Column('text', { nullable: true })
  marker!: string | null;

  @Column('bigint', { transformer: asNumber })
  started_at!: number;

  @Column('bigint', { transformer: asNumber, nullable: true })
  finished_at!: number | null;
}
