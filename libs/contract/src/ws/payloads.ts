import { AGENT_ID_PATTERN, LONGEST_DECISION_WAIT_S } from '../constants.js';
import {
  ListOf,
  Nested,
  Nullable,
  OneOf,
  Optional,
  Text,
  TextList,
  Whole,
} from '../define/decorators.js';
import { ApprovalView } from '../http/approval.js';
import { AuditRowView } from '../http/audit.js';
import { CancelChatBody, ChatEventView, ExplainBody } from '../http/chat.js';
import { FleetAgent, FleetCounts, FleetView } from '../http/fleet.js';
import { DecideBody } from '../http/tools.js';
import {
  APPROVAL_STATES,
  CHAT_LIMITS,
  CHAT_PLACE_PATTERN,
  STREAMING_BEHAVIORS,
  type ApprovalState,
  type StreamingBehavior,
} from '../http/vocabulary.js';
import { WaitingTask } from '../tasks/shapes/index.js';
import { WS_TOPICS, type WsTopic } from './vocabulary.js';

/** Where a message stands in its stream. The next one of the same stream has the next `seq`. */
export class StreamPlace {
  /** UUID of this server start: with another one, earlier `seq` mean nothing. */
  @Text({ max: 64 })
  run!: string;

  @Whole({ min: 0 })
  seq!: number;
}

export class SubscribeAudit {
  /** Rows after this one come with the answer: the last one that the client has. */
  @Optional()
  @Text({ min: 1, max: 64 })
  after_id?: string;
}

export class SubscribeChat {
  @Text({ min: 1, max: 64 })
  session_id!: string;

  /** The last event that the client has, as `<turn>:<sequence>`; without it, only new ones come. */
  @Optional()
  @Text({ pattern: CHAT_PLACE_PATTERN, max: 80 })
  after?: string;
}

/** As `POST /api/chat`, but it is queued while a turn is at work, and the answer comes at once. */
export class SendChat {
  @Optional()
  @Text({ min: 1, max: 64 })
  session_id?: string;

  @Text({ min: 1, max: CHAT_LIMITS.message })
  message!: string;

  @Optional()
  @Text({ pattern: AGENT_ID_PATTERN, max: 64 })
  agent_id?: string;

  /** `steer` joins the turn at work; the others wait for its end. */
  @Optional()
  @OneOf(STREAMING_BEHAVIORS)
  behavior?: StreamingBehavior;
}

/** As `POST /api/chat` with `explain`, but the answer comes at once. */
export class ExplainChat extends ExplainBody {
  @Optional()
  @Text({ min: 1, max: 64 })
  session_id?: string;
}

export class CancelChat extends CancelChatBody {
  @Text({ min: 1, max: 64 })
  session_id!: string;
}

export class Unsubscribe {
  @OneOf(WS_TOPICS)
  topic!: WsTopic;

  /** With topic `chat`: only this conversation. */
  @Optional()
  @Text({ min: 1, max: 64 })
  session_id?: string;

  /** With topic `task`: only this task. */
  @Optional()
  @Text({ min: 1, max: 64 })
  task_id?: string;
}

/** As the query of `GET /api/approvals`. */
export class ListApprovals {
  @Optional()
  @OneOf(APPROVAL_STATES)
  state?: ApprovalState;

  /** Of this PC alone. */
  @Optional()
  @Text({ min: 1, max: 64 })
  agent_id?: string;

  @Optional()
  @Text({ min: 1, max: 64 })
  tool?: string;

  @Optional()
  @Whole({ min: 1, max: 500 })
  limit?: number;

  @Optional()
  @Text({ max: 200 })
  cursor?: string;
}

/** As `POST /api/approvals/{id}`. */
export class DecideApproval extends DecideBody {
  @Text({ min: 1, max: 64 })
  id!: string;

  /** Seconds to wait for the end of the call; without it the answer comes at once. */
  @Optional()
  @Whole({ min: 0, max: LONGEST_DECISION_WAIT_S })
  wait?: number;
}

export class FleetSubscribed extends StreamPlace {
  @Nested(() => FleetView)
  fleet!: FleetView;
}

/** Approvals that have not ended, newest first. */
export class ApprovalsSubscribed extends StreamPlace {
  @ListOf(() => ApprovalView)
  items!: ApprovalView[];
}

/** Tasks that wait for a person, in no order. */
export class WaitingTasksSubscribed extends StreamPlace {
  @ListOf(() => WaitingTask)
  items!: WaitingTask[];
}

/** Rows after `after_id`, oldest first; none without it. */
export class AuditSubscribed extends StreamPlace {
  @ListOf(() => AuditRowView)
  items!: AuditRowView[];
}

/** Events after `after`, in their order. */
export class ChatSubscribed extends StreamPlace {
  @Text({ max: 64 })
  session_id!: string;

  @ListOf(() => ChatEventView)
  items!: ChatEventView[];

  /** The last event that there is, as `<turn>:<sequence>`. */
  @Text({ max: 80 })
  last_event!: string;
}

/** The turn that the message has become, or has joined, or that goes on with the answer. */
export class ChatAccepted {
  @Text({ max: 64 })
  session_id!: string;

  @Text({ max: 64 })
  turn_id!: string;
}

export class Unsubscribed {
  @OneOf(WS_TOPICS)
  topic!: WsTopic;
}

/** Its arrival says everything. */
export class Pong {}

/** Whole rows in place of those with the same `agent_id`; `counts` are those of the whole view. */
export class FleetPatch extends StreamPlace {
  @ListOf(() => FleetAgent)
  agents!: FleetAgent[];

  @TextList({ max: 5000, length: 64 })
  removed!: string[];

  @Nested(() => FleetCounts)
  counts!: FleetCounts;
}

export class ApprovalChanged extends StreamPlace {
  @Nested(() => ApprovalView)
  approval!: ApprovalView;
}

export class WaitingTaskChanged extends StreamPlace {
  @Text({ max: 64 })
  task_id!: string;

  /** null: it is gone, or goes on without a person. */
  @Nullable()
  @Nested(() => WaitingTask)
  task!: WaitingTask | null;
}

export class AuditRowAdded extends StreamPlace {
  @Nested(() => AuditRowView)
  row!: AuditRowView;
}

export class ChatEventAdded extends StreamPlace {
  @Nested(() => ChatEventView)
  event!: ChatEventView;
}

/** The client was too slow: the subscription has ended, `seq` is the last message it got. */
export class StreamGap extends StreamPlace {
  @OneOf(WS_TOPICS)
  topic!: WsTopic;

  /** Of the topic `chat`. */
  @Optional()
  @Text({ max: 64 })
  session_id?: string;

  /** Of the topic `task`: subscribe again with `since_seq`, which is `seq`. */
  @Optional()
  @Text({ max: 64 })
  task_id?: string;

  /** Of the topic `task`: the events before it are not kept any more, and the subscription goes on. */
  @Optional()
  @Whole({ min: 1 })
  first_seq?: number;
}
