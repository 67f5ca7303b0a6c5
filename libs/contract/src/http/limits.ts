import { TAG_LENGTH, TAG_PATTERN } from '../constants.js';
import { ListOf, Nullable, Num, Optional, Text } from '../define/decorators.js';

/** Numbers in place of those that a health rule has; one that is left out is as the rule has it. */
export class LimitBody {
  @Optional()
  @Num()
  warn?: number;

  @Optional()
  @Num()
  crit?: number;
}

/** For all PCs with a tag. */
export class TagLimitBody extends LimitBody {
  @Text({ pattern: TAG_PATTERN, max: TAG_LENGTH })
  tag!: string;
}

/** A limit that an admin has moved. */
export class LimitView {
  @Text({ max: 64 })
  section!: string;

  /** The last step of the limit's `field` in the catalog: `percent_used`. */
  @Text({ max: 64 })
  field!: string;

  /** Null here and below: as the rule has it. */
  @Nullable()
  @Num()
  warn!: number | null;

  @Nullable()
  @Num()
  crit!: number | null;

  /** Set for all PCs with this tag; without one, for a PC alone. */
  @Optional()
  @Text({ max: TAG_LENGTH })
  tag?: string;

  /** Name of who did it. */
  @Text({ max: 128 })
  by!: string;

  @Text({ max: 40 })
  at!: string;
}

export class LimitList {
  @ListOf(() => LimitView, 10_000)
  items!: LimitView[];
}
