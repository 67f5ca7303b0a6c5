import {
  AGENT_ID_PATTERN,
  APPROVAL_STATES,
  Optional,
  Text,
  OneOf,
  type ApprovalState,
} from '@kenny/contract';

/** Query strings are text; numbers are written as digits and capped by their length. */
const DIGITS = '^[0-9]{1,15}$';
const SMALL = '^[0-9]{1,4}$';
const TIME = '^[0-9T:.Z+-]{4,40}$';
const SECTION = '^[a-z][a-z0-9_]{0,63}$';

export class AgentParam {
  @Text({ pattern: AGENT_ID_PATTERN, max: 64 })
  id!: string;
}

export class IdParam {
  @Text({ pattern: '^[A-Za-z0-9_.-]{1,64}$', max: 64 })
  id!: string;
}

export class ToolParam {
  @Text({ pattern: '^[a-z][a-z0-9_]{0,63}$', max: 64 })
  tool!: string;
}

export class FleetQuery {
  @Optional()
  @OneOf(['all'])
  sections?: 'all';
}

export class SnapshotQuery {
  @Optional()
  @Text({ pattern: SECTION, max: 64 })
  section?: string;
}

export class HistoryQuery {
  @Text({ pattern: SECTION, max: 64 })
  section!: string;

  /** ISO 8601. */
  @Optional()
  @Text({ pattern: TIME, max: 40 })
  from?: string;

  @Optional()
  @Text({ pattern: TIME, max: 40 })
  to?: string;

  @Optional()
  @Text({ pattern: DIGITS, max: 15 })
  cursor?: string;
}

export class PageQuery {
  @Optional()
  @Text({ pattern: SMALL, max: 4 })
  limit?: string;

  @Optional()
  @Text({ max: 200 })
  cursor?: string;
}

export class ApprovalsQuery {
  @Optional()
  @OneOf(APPROVAL_STATES)
  state?: ApprovalState;

  @Optional()
  @Text({ pattern: SMALL, max: 4 })
  limit?: string;

  @Optional()
  @Text({ pattern: DIGITS, max: 15 })
  cursor?: string;
}

export class WaitQuery {
  /** Seconds to wait for the end of the call, at most 60. */
  @Optional()
  @Text({ pattern: '^[0-9]{1,2}$', max: 2 })
  wait?: string;
}

/** How many rows a page has: what was asked for, within reason. */
export function pageSize(limit: string | undefined, usual = 100, most = 500): number {
  return limit === undefined ? usual : Math.min(most, Math.max(1, Number(limit)));
}
