import {
  AnyObject,
  Bool,
  ListOf,
  Nested,
  Nullable,
  OneOf,
  Optional,
  Text,
  TextList,
  Whole,
} from '../define/decorators.js';
import {
  APPROVAL_STATES,
  CALL_REASON_LENGTH,
  DOORS,
  type ApprovalState,
  type Door,
} from './vocabulary.js';

/** There are fewer marks than this. */
export const LOOK_TWICE_MOST = 64;

export const REQUESTER_KINDS = ['operator', 'mcp_client', 'task', 'chat', 'system'] as const;
export type RequesterKind = (typeof REQUESTER_KINDS)[number];

export class ActorRef {
  @OneOf([...REQUESTER_KINDS, 'agent'])
  kind!: RequesterKind | 'agent';

  @Text({ max: 128 })
  id!: string;

  @Text({ max: 128 })
  name!: string;
}

export class Requester extends ActorRef {
  @Nullable()
  @Text({ max: 128 })
  session_id!: string | null;

  @Nullable()
  @Text({ max: 128 })
  turn_id!: string | null;
}

export class DecisionView {
  @Nested(() => ActorRef)
  by!: ActorRef;

  @OneOf(['approve', 'deny', 'cancel'])
  decision!: 'approve' | 'deny' | 'cancel';

  @Text({ max: 40 })
  at!: string;

  @Nullable()
  @Text({ max: 500 })
  reason!: string | null;
}

/** A denial of the same or nearly the same, on the same PC, to the same requester. */
export class DeniedBefore {
  /** Absent: nearly the same. */
  @Optional()
  @Bool()
  same?: boolean;

  @Text({ max: 64 })
  approval_id!: string;

  @Text({ max: 40 })
  at!: string;

  @Nested(() => ActorRef)
  by!: ActorRef;

  @Nullable()
  @Text({ max: 500 })
  reason!: string | null;
}

/** What became of the call: a result, or an error with its code. */
export class OutcomeView {
  @Optional()
  @AnyObject()
  result?: Record<string, unknown>;

  @Optional()
  @AnyObject()
  error?: { code: string; message: string };
}

/** What a person should look at twice before approving: it has honest uses, and harmful ones. */
export class LookTwiceView {
  @Text({ max: 64 })
  id!: string;

  /** One line in plain words. */
  @Text({ max: 120 })
  line!: string;
}

/** An approval as every door shows it (design §4.1); `/ws`, MCP and chat embed it unchanged. */
export class ApprovalView {
  @Text({ max: 64 })
  id!: string;

  /** The place in the order in which they were asked for, which no clock can turn round. */
  @Whole({ min: 1 })
  seq!: number;

  @Nullable()
  @Text({ max: 64 })
  call_id!: string | null;

  @Text({ max: 64 })
  call_sha256!: string;

  @Text({ max: 64 })
  tool!: string;

  @AnyObject()
  args!: Record<string, unknown>;

  @Text({ max: 64 })
  agent_id!: string;

  @Text({ max: 64 })
  agent_uid!: string;

  /**
   * `read`: a sensitive read by somebody without that class. Its result goes to whoever asked, by
   * repeating the call, and stands in no approval.
   */
  @OneOf(['change', 'read'])
  kind!: 'change' | 'read';

  /** What kenny calls its own fix, where this call is exactly one: `Restart the print service`. */
  @Optional()
  @Text({ max: 100 })
  fix?: string;

  /** Of the tool; `high` whenever there is something to look at twice. */
  @OneOf(['low', 'medium', 'high'])
  risk!: 'low' | 'medium' | 'high';

  @OneOf(DOORS)
  door!: Door;

  @Nested(() => Requester)
  requested_by!: Requester;

  /** The requester's own words, shown as theirs. */
  @Nullable()
  @Text({ max: CALL_REASON_LENGTH })
  reason!: string | null;

  @TextList({ max: 50, length: 200 })
  tainted_by!: string[];

  @ListOf(() => LookTwiceView, LOOK_TWICE_MOST)
  look_twice!: LookTwiceView[];

  @OneOf(APPROVAL_STATES)
  state!: ApprovalState;

  /** How many distinct operators must approve. */
  @Whole({ min: 1, max: 2 })
  required!: number;

  @ListOf(() => DecisionView, 10)
  decisions!: DecisionView[];

  @Text({ max: 40 })
  requested_at!: string;

  @Text({ max: 40 })
  approve_by!: string;

  @Nullable()
  @Text({ max: 40 })
  run_by!: string | null;

  @Nullable()
  @Text({ max: 40 })
  sent_at!: string | null;

  @Nullable()
  @Text({ max: 40 })
  ended_at!: string | null;

  @Nullable()
  @Nested(() => OutcomeView)
  outcome!: OutcomeView | null;

  /** Absent: nobody denied nearly the same within a day before. */
  @Optional()
  @Nested(() => DeniedBefore)
  denied_before?: DeniedBefore;

  /**
   * What is not as it was when this was asked for, in sentences that hold other people's words. Only
   * where somebody reads this one approval while it waits; elsewhere nobody has looked.
   */
  @Optional()
  @TextList({ max: 20, length: 500 })
  changed_since?: string[];

  /** The approval of the same call before this one, when it ended without an answer. */
  @Nullable()
  @Text({ max: 64 })
  previous!: string | null;
}
