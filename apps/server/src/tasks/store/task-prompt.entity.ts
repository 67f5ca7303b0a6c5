import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { asNumber } from '../../database/index.js';

/** One thing that a person wants of a task's agent; the first is the task itself. */
@Entity('task_prompts')
@Index(['task_id', 'number'])
export class TaskPromptEntity {
  @PrimaryColumn('varchar')
  id!: string;

  @Column('varchar')
  task_id!: string;

  /** 1, 2, 3 … within the task. */
  @Column('integer')
  number!: number;

  @Column('text')
  text!: string;

  @Column('varchar')
  operator_id!: string;

  /** With whose rights the agent works on it. */
  @Column('varchar')
  token_id!: string;

  @Column('bigint', { transformer: asNumber })
  created_at!: number;

  /** When the agent got it first; null: it waits. */
  @Column('bigint', { transformer: asNumber, nullable: true })
  taken_at!: number | null;

  /** Of its last attempt. */
  @Column('varchar', { nullable: true })
  turn_id!: string | null;

  /** Its turn has ended, or somebody gave it up. */
  @Column('bigint', { transformer: asNumber, nullable: true })
  ended_at!: number | null;
}
