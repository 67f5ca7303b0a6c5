import {
  AnyObject,
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

/** What became of the call: a result, or an error with its code. */
export class OutcomeView {
  @Optional()
  @AnyObject()
  result?: Record<string, unknown>;

  @Optional()
  @AnyObject()
  error?: { code: string; message: string };
}

/** An approval as every door shows it (design §4.1); `/ws`, MCP and chat embed it unchanged. */
export class ApprovalView {
  @Text({ max: 64 })
  id!: string;

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

  /** The approval of the same call before this one, when it ended without an answer. */
  @Nullable()
  @Text({ max: 64 })
  previous!: string | null;
}
