import type { TaskEventType } from '@kenny/contract';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { asNumber } from '../../database/index.js';

/** What happened in a task; only appended, and dropped at its old end. */
@Entity('task_events')
export class TaskEventEntity {
  @PrimaryColumn('varchar')
  task_id!: string;

  /** 1, 2, 3 … within the task. */
  @PrimaryColumn('bigint', { transformer: asNumber })
  seq!: number;

  @Column('bigint', { transformer: asNumber })
  at!: number;

  @Column('varchar')
  type!: TaskEventType;

  @Column('varchar', { nullable: true })
  agent_instance_id!: string | null;

  /** JSON. */
  @Column('text')
  data!: string;

  /** Of `data`. */
  @Column('integer')
  bytes!: number;
}
