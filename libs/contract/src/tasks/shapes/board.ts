import { Bool, ListOf, Nullable, OneOf, Optional, Text, Whole } from '../../define/decorators.js';
import { COLUMN_STATES, TASK_LIMITS, type ColumnState } from '../vocabulary.js';

/** Boards and columns are labels of tasks: they decide nothing. */

const COLOR = '^#[0-9a-fA-F]{6}$';

export class UpdateBoardBody {
  @Optional()
  @Text({ min: 1, max: TASK_LIMITS.boardName })
  name?: string;

  @Optional()
  @Text({ max: TASK_LIMITS.boardDescription })
  description?: string;
}

export class CreateBoardBody {
  @Text({ min: 1, max: TASK_LIMITS.boardName })
  name!: string;

  @Optional()
  @Text({ max: TASK_LIMITS.boardDescription })
  description?: string;

  /** Of earlier clients; kenny has no such thing and does not keep it. */
  @Optional()
  @Text({ max: 64 })
  workspace_id?: string;
}

class ColumnFields {
  @Optional()
  @Whole({ min: 0, max: 1_000 })
  position?: number;

  /** Tasks in this state are usually put here. */
  @Optional()
  @OneOf(COLUMN_STATES)
  state?: ColumnState;

  @Optional()
  @Text({ pattern: COLOR, max: 7 })
  color?: string;
}

export class UpdateColumnBody extends ColumnFields {
  @Optional()
  @Text({ min: 1, max: TASK_LIMITS.boardName })
  name?: string;
}

export class CreateColumnBody extends ColumnFields {
  @Text({ min: 1, max: TASK_LIMITS.boardName })
  name!: string;
}

export class ColumnView {
  @Text({ max: 64 })
  id!: string;

  @Text({ max: 64 })
  board_id!: string;

  @Text({ max: TASK_LIMITS.boardName })
  name!: string;

  @Whole({ min: 0 })
  position!: number;

  @OneOf(COLUMN_STATES)
  state!: ColumnState;

  @Nullable()
  @Text({ max: 7 })
  color!: string | null;

  @Text({ max: 40 })
  created_at!: string;
}

export class ColumnList {
  @ListOf(() => ColumnView, TASK_LIMITS.columns)
  columns!: ColumnView[];

  @Whole({ min: 0 })
  total!: number;
}

export class BoardView {
  @Text({ max: 64 })
  id!: string;

  @Text({ max: TASK_LIMITS.boardName })
  name!: string;

  @Text({ max: TASK_LIMITS.boardDescription })
  description!: string;

  /** From left to right. */
  @ListOf(() => ColumnView, TASK_LIMITS.columns)
  columns!: ColumnView[];

  @Text({ max: 40 })
  created_at!: string;

  @Text({ max: 40 })
  updated_at!: string;
}

export class BoardList {
  @ListOf(() => BoardView, TASK_LIMITS.boards)
  boards!: BoardView[];

  @Whole({ min: 0 })
  total!: number;
}

export class Succeeded {
  @Bool()
  success!: boolean;
}
