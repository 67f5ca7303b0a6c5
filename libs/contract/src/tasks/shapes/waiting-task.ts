import { ListOf, Nested, Nullable, OneOf, Text, TextList } from '../../define/decorators.js';
import { STATES_OF_A_PERSON, TASK_LIMITS } from '../vocabulary.js';
import { TaskError, TaskWaitView } from './task.js';

/** A task that does not go on without a person, in few words: the same for everybody who sees it. */
export class WaitingTask {
  @Text({ max: 64 })
  id!: string;

  @Text({ max: TASK_LIMITS.title })
  title!: string;

  @OneOf(STATES_OF_A_PERSON)
  state!: (typeof STATES_OF_A_PERSON)[number];

  /** PCs; null: all that its owner reaches. */
  @Nullable()
  @TextList({ max: TASK_LIMITS.agents, length: 64 })
  agents!: string[] | null;

  /** An operator's id. */
  @Text({ max: 128 })
  owner_id!: string;

  @Nullable()
  @Nested(() => TaskError)
  error!: TaskError | null;

  @ListOf(() => TaskWaitView, 100)
  waits_for!: TaskWaitView[];

  @Text({ max: 40 })
  updated_at!: string;
}
