import { LONGEST_DECISION_WAIT_S } from '../constants.js';
import { ListOf, Nested, OneOf, Optional, Text, TextList, Whole } from '../define/decorators.js';
import { ApprovalView } from '../http/approval.js';
import { AuditRowView } from '../http/audit.js';
import { FleetAgent, FleetCounts, FleetView } from '../http/fleet.js';
import { DecideBody } from '../http/tools.js';
import { APPROVAL_STATES, type ApprovalState } from '../http/vocabulary.js';
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

export class Unsubscribe {
  @OneOf(WS_TOPICS)
  topic!: WsTopic;
}

/** As the query of `GET /api/approvals`. */
export class ListApprovals {
  @Optional()
  @OneOf(APPROVAL_STATES)
  state?: ApprovalState;

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

/** Rows after `after_id`, oldest first; none without it. */
export class AuditSubscribed extends StreamPlace {
  @ListOf(() => AuditRowView)
  items!: AuditRowView[];
}

export class Unsubscribed {
  @OneOf(WS_TOPICS)
  topic!: WsTopic;
}

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

export class AuditRowAdded extends StreamPlace {
  @Nested(() => AuditRowView)
  row!: AuditRowView;
}

/** The client was too slow: the subscription has ended, `seq` is the last message it got. */
export class StreamGap extends StreamPlace {
  @OneOf(WS_TOPICS)
  topic!: WsTopic;
}
