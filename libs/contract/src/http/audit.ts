import { LOG_LEVELS, type LogLevel } from '../constants.js';
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
import { ActorRef } from './approval.js';
import { AUDIT_KINDS, DOORS, type AuditKind, type Door } from './vocabulary.js';

/** Answers of `/api/audit` and `/api/events` (design §4.1, §5). Times are ISO 8601. */

/** Rows that are told beside a page of the audit log. */
export const AUDIT_RELATED = 1_000;

/** One audit row. `sha256` is over the RFC 8785 text of all other fields. */
export class AuditRowView {
  @Text({ max: 64 })
  id!: string;

  @Text({ max: 40 })
  at!: string;

  /** Id of the data folder: one chain per folder, going on over restarts. */
  @Text({ max: 64 })
  chain!: string;

  /** From 1, without gaps. */
  @Whole({ min: 1 })
  seq!: number;

  @Text({ max: 64 })
  prev_sha256!: string;

  @Text({ max: 64 })
  sha256!: string;

  @OneOf(AUDIT_KINDS)
  kind!: AuditKind;

  @Nested(() => ActorRef)
  actor!: ActorRef;

  @OneOf(DOORS)
  door!: Door;

  @Nullable()
  @Text({ max: 64 })
  agent_id!: string | null;

  @Nullable()
  @Text({ max: 64 })
  tool!: string | null;

  /** As sent, without secrets; long texts are cut and say so. */
  @Nullable()
  @AnyObject()
  args!: Record<string, unknown> | null;

  @Bool()
  ok!: boolean;

  @Nullable()
  @Text({ max: 64 })
  code!: string | null;

  @Nullable()
  @Whole({ min: 0 })
  duration_ms!: number | null;

  @Nullable()
  @Text({ max: 128 })
  call_id!: string | null;

  @Nullable()
  @Text({ max: 128 })
  approval_id!: string | null;

  @Nullable()
  @Text({ max: 128 })
  request_id!: string | null;

  @Nullable()
  @Text({ max: 500 })
  target!: string | null;
}

export class AuditList {
  @ListOf(() => AuditRowView, 500)
  items!: AuditRowView[];

  @Nullable()
  @Text({ max: 200 })
  next_cursor!: string | null;

  /** With `related=true`: the other rows of the same approvals, whatever the filter, newest first. */
  @Optional()
  @ListOf(() => AuditRowView, AUDIT_RELATED)
  related?: AuditRowView[];
}

export const AUDIT_FINDINGS = [
  'changed',
  'swapped',
  'removed',
  'relinked',
  'rewritten',
  'cut_off',
  'checkpoint',
  'index',
] as const;
export type AuditFindingKind = (typeof AUDIT_FINDINGS)[number];

export class AuditFinding {
  @OneOf(AUDIT_FINDINGS)
  kind!: AuditFindingKind;

  /** The first row it is about; null when it is about the checkpoints themselves. */
  @Nullable()
  @Whole({ min: 1 })
  seq!: number | null;

  @Text({ max: 500 })
  message!: string;
}

/** Rows that a set-back database has lost, and that an admin has accepted as lost. */
export class AcceptedLoss {
  /** The first row that is lost. */
  @Whole({ min: 1 })
  from!: number;

  /** The last row that is known to be lost; null when no checkpoint could say. */
  @Nullable()
  @Whole({ min: 1 })
  to!: number | null;

  /** The row that says so. */
  @Whole({ min: 1 })
  row!: number;

  /** When it was accepted. */
  @Text({ max: 40 })
  at!: string;

  @Text({ max: 128 })
  by!: string;
}

/** One end of what is lost. */
export class AuditEnd {
  /** 0 = no row at all. */
  @Whole({ min: 0 })
  seq!: number;

  @Text({ max: 64 })
  sha256!: string;

  /** When that row was written or vouched for. */
  @Nullable()
  @Text({ max: 40 })
  at!: string | null;
}

/** The database is older than its checkpoints: until an admin accepts that, no change is let through. */
export class AuditLoss {
  /** The last row that the database and the checkpoints agree on. */
  @Nested(() => AuditEnd)
  kept!: AuditEnd;

  /** The last row that a checkpoint vouches for. */
  @Nested(() => AuditEnd)
  lost!: AuditEnd;

  /** How many rows are missing at least; null when no checkpoint can say. */
  @Nullable()
  @Whole({ min: 1 })
  missing!: number | null;

  @Text({ max: 500 })
  message!: string;
}

/** Answer of `GET /api/audit/loss`. */
export class AuditLossState {
  /** null = nothing is missing. */
  @Nullable()
  @Nested(() => AuditLoss)
  loss!: AuditLoss | null;
}

/** Both ends as they were shown: nobody accepts what they have not seen. */
export class AcceptLossBody {
  @Text({ min: 64, max: 64 })
  kept_sha256!: string;

  @Text({ min: 64, max: 64 })
  lost_sha256!: string;
}

/** Answer of `POST /api/audit/loss`: the server goes on. */
export class LossAccepted {
  /** The row that says so. */
  @Whole({ min: 1 })
  row!: number;

  /** Requests that waited for a decision. */
  @Whole({ min: 0 })
  expired!: number;

  /** Approved, and not sent. */
  @Whole({ min: 0 })
  lapsed!: number;

  /** Sent, and what became of them has to be found out. */
  @Whole({ min: 0 })
  unknown!: number;

  /** Browser sessions that ended. */
  @Whole({ min: 0 })
  sessions!: number;
}

/** Rows that were never written because nothing could hold them, as a row of the kind `gap` says. */
export class AuditGapView {
  /** Of the row that says so. */
  @Whole({ min: 1 })
  seq!: number;

  @Whole({ min: 0 })
  count!: number;

  @Text({ max: 40 })
  from!: string;

  @Text({ max: 40 })
  to!: string;
}

/** How many gaps a check names. */
export const AUDIT_GAPS_NAMED = 100;

/** Answer of `GET /api/audit/verify`: what was found, and what cannot be known. */
export class AuditVerification {
  /** True when nothing was found; `unproven` and `limits` say how much that means. */
  @Bool()
  ok!: boolean;

  @Text({ max: 64 })
  chain!: string;

  /** Rows that were read. */
  @Whole({ min: 0 })
  rows!: number;

  /** The last row that a signed checkpoint outside the database vouches for; 0 = none. */
  @Whole({ min: 0 })
  proven_to!: number;

  /** Rows after it: consistent with each other, but nothing outside the database vouches for them. */
  @Whole({ min: 0 })
  unproven!: number;

  @ListOf(() => AuditFinding, 100)
  findings!: AuditFinding[];

  /** Named gaps, each vouched for by the server's key; they are no findings. */
  @ListOf(() => AcceptedLoss, 100)
  losses!: AcceptedLoss[];

  /** True when there were more than the 100 that are listed. */
  @Bool()
  more!: boolean;

  /** Rows that the audit log itself says were never written; no tampering, so `ok` does not mind. */
  @ListOf(() => AuditGapView, AUDIT_GAPS_NAMED)
  unrecorded!: AuditGapView[];

  @TextList({ max: 10, length: 500 })
  limits!: string[];
}

/** One line of an agent's or the server's own log (`GET /api/events`). What an agent says is data. */
export class EventView {
  @Whole({ min: 1 })
  id!: number;

  /** When the server took it in. */
  @Text({ max: 40 })
  at!: string;

  @OneOf(['agent', 'server'])
  source!: 'agent' | 'server';

  @Nullable()
  @Text({ max: 64 })
  agent_id!: string | null;

  @OneOf(LOG_LEVELS)
  level!: LogLevel;

  /** What happened: `log`, `agent.online`, `frame.dropped` … */
  @Text({ max: 64 })
  event!: string;

  /** Part of the program that speaks. */
  @Nullable()
  @Text({ max: 256 })
  target!: string | null;

  @Text({ max: 16_100 })
  message!: string;

  @Nullable()
  @AnyObject()
  fields!: Record<string, unknown> | null;
}

export class EventList {
  @ListOf(() => EventView, 500)
  items!: EventView[];

  @Nullable()
  @Text({ max: 200 })
  next_cursor!: string | null;
}
