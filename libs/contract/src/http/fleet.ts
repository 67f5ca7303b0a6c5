import {
  OPERATING_SYSTEMS,
  PC_HEALTH_ORDER,
  PC_NAME_LENGTH,
  type Health,
  type Os,
  type PcHealth,
} from '../constants.js';
import {
  Bool,
  ListOf,
  Nested,
  Nullable,
  Num,
  OneOf,
  Optional,
  Text,
  TextList,
  Whole,
} from '../define/decorators.js';
import { LimitView } from './limits.js';
import { PcWords } from './pc-words.js';
import { CALL_REASON_LENGTH } from './vocabulary.js';

/** Somebody put off what is wrong with a section. */
export class SnoozeView {
  @Text({ max: 40 })
  until!: string;

  @Text({ max: CALL_REASON_LENGTH })
  reason!: string;

  /** Name of who did it. */
  @Text({ max: 128 })
  by!: string;
}

export class SectionHealth {
  @Text({ max: 64 })
  name!: string;

  @OneOf(['ok', 'warn', 'crit', 'unknown'])
  status!: Health;

  @Text({ max: 500 })
  reason!: string;

  /** Since when it has this status, by the server's clock. */
  @Text({ max: 40 })
  since!: string;

  /** While it is put off, it counts as ok; not once it is worse than it was then. */
  @Optional()
  @Nested(() => SnoozeView)
  snoozed?: SnoozeView;
}

/** Puts off what is wrong with a section. */
export class SnoozeBody {
  /** ISO 8601; at most a year away. */
  @Text({ min: 4, max: 40 })
  until!: string;

  @Text({ min: 1, max: CALL_REASON_LENGTH })
  reason!: string;
}

export class AgentMeta {
  @Text({ max: 255 })
  hostname!: string;

  @OneOf(OPERATING_SYSTEMS)
  os!: Os;

  @Text({ max: 64 })
  version!: string;

  @Optional()
  @Text({ max: 32 })
  arch?: string;

  @Optional()
  @Bool()
  remote_control?: boolean;

  @Optional()
  @Bool()
  service?: boolean;

  /** False when its agent says that it takes no updates; absent when it does not say which tools it has. */
  @Optional()
  @Bool()
  updatable?: boolean;
}

/** One PC in the fleet (design §4.1). */
export class FleetAgent extends PcWords {
  @Text({ max: 64 })
  agent_id!: string;

  @Text({ max: PC_NAME_LENGTH })
  name!: string;

  @TextList({ max: 20, length: 40 })
  tags!: string[];

  /** Limits of its checks that are not as their rules have them; for one PC only, like `contact` and `notes`. */
  @Optional()
  @ListOf(() => LimitView, 100)
  limits?: LimitView[];

  /** Its system as people say it, once it has reported it: "Windows 11 24H2". */
  @Optional()
  @Text({ max: 60 })
  system?: string;

  @Bool()
  online!: boolean;

  @Nullable()
  @Text({ max: 40 })
  last_seen!: string | null;

  @Nullable()
  @Text({ max: 40 })
  connected_since!: string | null;

  @Nullable()
  @Nested(() => AgentMeta)
  meta!: AgentMeta | null;

  @Nullable()
  @Text({ max: 16 })
  protocol!: string | null;

  @Bool()
  sealed!: boolean;

  @Nullable()
  @Num()
  clock_skew_s!: number | null;

  @OneOf(PC_HEALTH_ORDER)
  overall!: PcHealth;

  /** Of a PC that has never connected: when it was added. */
  @Optional()
  @Text({ max: 40 })
  added_at?: string;

  /** Of a PC that is away: how it was when it was last heard. */
  @Optional()
  @OneOf(PC_HEALTH_ORDER)
  last_overall?: PcHealth;

  @Nullable()
  @Nested(() => SectionHealth)
  worst!: SectionHealth | null;

  /** Those that are not ok; all of them for `?sections=all` and for one PC. */
  @ListOf(() => SectionHealth, 100)
  sections!: SectionHealth[];

  @Whole({ min: 0 })
  section_count!: number;

  @Nullable()
  @Text({ max: 40 })
  collected_at!: string | null;

  @Nullable()
  @Text({ max: 40 })
  received_at!: string | null;

  /** Since then, until midnight by UTC, what it sends is dropped: it has sent too much today. */
  @Optional()
  @Text({ max: 40 })
  dropped_since?: string;

  /** 48 half hours, newest last: `o w c u`, `-` = no data. */
  @Text({ max: 48 })
  strip!: string;
}

/** How many PCs are in each state; each PC counts once. */
export class FleetCounts {
  @Whole({ min: 0 })
  crit!: number;

  @Whole({ min: 0 })
  warn!: number;

  @Whole({ min: 0 })
  offline!: number;

  @Whole({ min: 0 })
  unknown!: number;

  @Whole({ min: 0 })
  ok!: number;
}

export class FleetView {
  @OneOf(PC_HEALTH_ORDER)
  overall!: PcHealth;

  /** UUID of this server start: with another one, earlier `seq` mean nothing. */
  @Text({ max: 64 })
  run!: string;

  @Whole({ min: 0 })
  seq!: number;

  @Nested(() => FleetCounts)
  counts!: FleetCounts;

  @ListOf(() => FleetAgent, 100_000)
  agents!: FleetAgent[];
}
