import { ListOf, Nested, OneOf, Text } from '../define/decorators.js';
import { Requester } from './approval.js';
import { DOORS, type Door } from './vocabulary.js';

/** Whose changes are refused at once, after denials in a row, until a person lets them go on. */
export class PausedRequester {
  @Text({ max: 64 })
  id!: string;

  @Nested(() => Requester)
  requested_by!: Requester;

  @OneOf(DOORS)
  door!: Door;

  /** The last of the denials, and its PC. */
  @Text({ max: 64 })
  approval_id!: string;

  @Text({ max: 64 })
  agent_id!: string;

  @Text({ max: 40 })
  paused_at!: string;
}

/** Answer of `GET /api/approvals/paused`, and of letting one go on: those that still are. */
export class PausedRequesters {
  @ListOf(() => PausedRequester)
  items!: PausedRequester[];
}
