import { Bool, ListOf, Nested, Nullable, Text, Whole } from '../define/decorators.js';
import { ActorRef } from './approval.js';

/**
 * Answer of `GET /api/approvals/stats`: how people decide (design §5), counted from the audit log. The
 * time of a decision goes from the request to the decision. Times are ISO 8601.
 */

/** One hour in which something was asked for or decided; hours without are left out. */
export class GateHour {
  @Text({ max: 40 })
  at!: string;

  @Whole({ min: 0 })
  requested!: number;

  @Whole({ min: 0 })
  approved!: number;

  @Whole({ min: 0 })
  denied!: number;
}

/** Decisions, taken together. */
export class GateDecisions {
  @Whole({ min: 0 })
  decided!: number;

  @Whole({ min: 0 })
  approved!: number;

  /** Decided within `GATE_STATS.hastyMs` of the request. */
  @Whole({ min: 0 })
  hasty!: number;

  /** Null when nothing was decided. */
  @Nullable()
  @Whole({ min: 0 })
  median_ms!: number | null;
}

export class GatePerson extends GateDecisions {
  @Nested(() => ActorRef)
  by!: ActorRef;
}

export class GateStats {
  @Text({ max: 40 })
  from!: string;

  @Text({ max: 40 })
  to!: string;

  @Nested(() => GateDecisions)
  all!: GateDecisions;

  /** Those who decided most stand first. */
  @ListOf(() => GatePerson, 100)
  people!: GatePerson[];

  @ListOf(() => GateHour, 1000)
  hours!: GateHour[];

  /** Accepted or declined in the client that asked: decisions of no person, counted nowhere else. */
  @Whole({ min: 0 })
  in_client!: number;

  /** There were more decisions, or people, than are counted here: these are the newest. */
  @Bool()
  more!: boolean;
}
