import {
  APPROVAL_STATES,
  CHART_LIMITS,
  CHAT_PLACE_PATTERN,
  OneOf,
  Optional,
  RELEASE_CAPS,
  SCOPES,
  TAG_LENGTH,
  TAG_PATTERN,
  Text,
  TREND_STEPS,
  type ApprovalState,
  type Scope,
  type TrendStep,
} from '@kenny/contract';
import { In } from '../../openapi/where.js';
import { CURSOR, ID, LIMIT, METRIC, SECTION, TIME, TOOL } from './words.js';

@In('query')
export class FleetQuery {
  @Optional()
  @OneOf(['all'])
  sections?: 'all';
}

@In('query')
export class TagQuery {
  @Text({ pattern: TAG_PATTERN, max: TAG_LENGTH })
  tag!: string;
}

@In('query')
export class SnapshotQuery {
  @Optional()
  @Text(SECTION)
  section?: string;
}

@In('query')
export class SpanQuery {
  @Optional()
  @Text(TIME)
  from?: string;

  @Optional()
  @Text(TIME)
  to?: string;
}

@In('query')
export class HealthChangesQuery extends SpanQuery {
  @Optional()
  @Text(ID)
  agent_id?: string;
}

@In('query')
export class SeriesQuery extends SpanQuery {
  @Text(METRIC)
  metric!: string;
}

@In('query')
export class TrendQuery {
  @Optional()
  @Text({ pattern: '^[0-9]{1,2}$', max: 2 })
  days?: string;

  @Optional()
  @OneOf(TREND_STEPS)
  by?: TrendStep;
}

@In('query')
export class HistoryQuery extends SpanQuery {
  @Text(SECTION)
  section!: string;

  @Optional()
  @Text(CURSOR)
  cursor?: string;
}

@In('query')
export class PageQuery {
  @Optional()
  @Text(LIMIT)
  limit?: string;

  @Optional()
  @Text(CURSOR)
  cursor?: string;
}

@In('query')
export class ApprovalsQuery extends PageQuery {
  @Optional()
  @OneOf(APPROVAL_STATES)
  state?: ApprovalState;

  @Optional()
  @Text(ID)
  agent_id?: string;

  @Optional()
  @Text(TOOL)
  tool?: string;
}

@In('query')
export class GateStatsQuery {
  @Optional()
  @Text(TIME)
  from?: string;

  @Optional()
  @Text(TIME)
  to?: string;
}

@In('query')
export class WaitQuery {
  /** Seconds to wait for the end of the call, at most 60. */
  @Optional()
  @Text({ pattern: '^[0-9]{1,2}$', max: 2 })
  wait?: string;
}

@In('query')
export class ManifestQuery {
  /** The manifest file's content. */
  @Text({ min: 1, max: RELEASE_CAPS.manifestBytes })
  manifest!: string;
}

@In('query')
export class TokensQuery extends PageQuery {
  @Optional()
  @OneOf(SCOPES)
  scope?: Scope;
}

@In('query')
export class SessionsQuery extends PageQuery {
  /** Only this person's. */
  @Optional()
  @Text(ID)
  operator?: string;
}

@In('query')
export class ChatSessionsQuery extends PageQuery {
  /** Searched in names and messages. */
  @Optional()
  @Text({ min: 1, max: 200 })
  q?: string;
}

@In('query')
export class ChatEventsQuery {
  /** As `Last-Event-ID`, for the first connection. */
  @Optional()
  @Text({ pattern: CHAT_PLACE_PATTERN, max: 80 })
  after?: string;
}

/** How many days a trend goes back: as many as asked for, within reason. */
export function trendDays(days: string | undefined): number {
  return Math.min(CHART_LIMITS.trendDays, Math.max(1, Number(days ?? CHART_LIMITS.trendDays)));
}
