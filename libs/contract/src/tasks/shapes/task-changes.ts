import { Whole } from '../../define/decorators.js';

/** Changes on PCs that a task has asked for in its whole life, by what came of them. */
export class TaskChangeCounts {
  @Whole({ min: 0 })
  waiting!: number;

  /** Approved, and not over yet. */
  @Whole({ min: 0 })
  running!: number;

  @Whole({ min: 0 })
  done!: number;

  @Whole({ min: 0 })
  failed!: number;

  /** May have run: no answer came. */
  @Whole({ min: 0 })
  unknown!: number;

  @Whole({ min: 0 })
  denied!: number;

  /** Expired, withdrawn, lapsed or refused after approval. */
  @Whole({ min: 0 })
  not_run!: number;
}
