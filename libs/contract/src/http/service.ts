import { OPERATING_SYSTEMS, type Os } from '../constants.js';
import {
  AnyObject,
  Bool,
  ListOf,
  Nested,
  Nullable,
  OneOf,
  Text,
  TextList,
  Whole,
} from '../define/decorators.js';
import { MODEL_KEY_SOURCES, RUN_KINDS, type ModelKeySource, type RunKind } from './vocabulary.js';

/** Answers of `/healthz`, `/readyz`, `/api/docs` and the well-known places (design §4.1). */

export class LivenessView {
  @OneOf(['ok'])
  status!: 'ok';
}

/** How well the audit log is kept; anything but zeros and null wants a person's eye. */
export class AuditKeeping {
  /** Rows that wait in memory for the database. */
  @Whole({ min: 0 })
  waiting!: number;

  /** Rows that wait in the spool because the database did not take them. */
  @Whole({ min: 0 })
  spooled!: number;

  /** Rows that nothing could hold, and that no audit row tells of yet. */
  @Whole({ min: 0 })
  lost!: number;

  /** Milliseconds that the oldest row which is not durable yet waits: what a kill would lose. */
  @Whole({ min: 0 })
  oldest_ms!: number;

  /** Why there is no spool: then rows that the database does not take wait in memory only. */
  @Nullable()
  @Text({ max: 4096 })
  spool_trouble!: string | null;

  /** Why the last checkpoint could not be written. */
  @Nullable()
  @Text({ max: 4096 })
  checkpoint_trouble!: string | null;
}

/** What came from outside and was none of ours to serve, since the start. */
export class RefusalFigures {
  /** Messages on WebSockets that break the rules of the WebSocket. */
  @Whole({ min: 0 })
  malformed!: number;

  /** Lines about refusals that the log leaves out, since their source had too many. */
  @Whole({ min: 0 })
  lines_left_out!: number;
}

/** What the database did not take and nobody keeps, since the server started. */
export class DroppedCounts {
  /** Snapshots of PCs. */
  @Whole({ min: 0 })
  telemetry!: number;

  /** Lines of agents' and the server's own logs. */
  @Whole({ min: 0 })
  log_lines!: number;
}

/** What keeps a database from its work, on either engine; never the fault of one statement. */
export const DATABASE_TROUBLES = [
  'full',
  'locked',
  'read_only',
  'io',
  'corrupt',
  'not_a_database',
  'away',
] as const;
export type DatabaseTrouble = (typeof DATABASE_TROUBLES)[number];

/** Why nothing can be written, and for how long already. */
export class WriteStop {
  @OneOf(DATABASE_TROUBLES)
  kind!: DatabaseTrouble;

  @Whole({ min: 0 })
  seconds!: number;

  /** Writes that were refused in that time. */
  @Whole({ min: 0 })
  refused!: number;
}

/** How the last commit ended. */
export class LastCommit {
  @Bool()
  ok!: boolean;

  @Whole({ min: 0 })
  seconds_ago!: number;
}

export const SERVER_CONDITIONS = [
  'database',
  'damage',
  'held',
  'disk',
  'record',
  'waiting',
  'backup',
  'chat_key',
  'demo',
] as const;
export type ServerConditionKind = (typeof SERVER_CONDITIONS)[number];

/** What a person should know about the server: shown by `kenny doctor` and over every page. */
export class ServerCondition {
  @OneOf(SERVER_CONDITIONS)
  kind!: ServerConditionKind;

  /** True while the server cannot do its work; else it is a warning. */
  @Bool()
  stops!: boolean;

  /** What it is and what to do. */
  @Text({ max: 1_000 })
  message!: string;
}

/** 200 when `ready`, else 503. */
export class ReadinessView {
  @Bool()
  ready!: boolean;

  /** It answers and takes changes; its migrations ran at start. */
  @OneOf(['ok', 'failed'])
  database!: 'ok' | 'failed';

  /** Null while changes can be written. */
  @Nullable()
  @Nested(() => WriteStop)
  stopped!: WriteStop | null;

  /** Null before the first one. */
  @Nullable()
  @Nested(() => LastCommit)
  last_commit!: LastCommit | null;

  /** Room that is left for the data folder; null where the system does not say. */
  @Nullable()
  @Whole({ min: 0 })
  free_bytes!: number | null;

  /** Empty when all is well. */
  @ListOf(() => ServerCondition, 20)
  conditions!: ServerCondition[];

  @Nested(() => AuditKeeping)
  audit!: AuditKeeping;

  @Nested(() => RefusalFigures)
  refusals!: RefusalFigures;

  /** Where the key of the chat comes from; null: there is none, and no chat. */
  @Nullable()
  @OneOf(MODEL_KEY_SOURCES)
  chat_key!: ModelKeySource | null;

  @Nested(() => DroppedCounts)
  dropped!: DroppedCounts;

  /** Kenny makes a backup each day by itself. */
  @Bool()
  automatic_backups!: boolean;
}

/** Whether this server can hand out an installer for a system. */
export class InstallerFact {
  @OneOf(OPERATING_SYSTEMS)
  os!: Os;

  @Bool()
  ready!: boolean;

  /** When it cannot: why, and what to do. */
  @Nullable()
  @Text({ max: 500 })
  trouble!: string | null;
}

/** How much there is of what the caller may see. */
export class ServerCounts {
  @Whole({ min: 0 })
  pcs!: number;

  @Whole({ min: 0 })
  online!: number;

  @Whole({ min: 0 })
  rules!: number;

  @Whole({ min: 0 })
  audit_rows!: number;
}

/** A version that the release feed names: its words, as text. */
export class NewerVersion {
  @Text({ max: 64 })
  version!: string;

  /** Where it is described; https, or null. */
  @Nullable()
  @Text({ max: 500 })
  url!: string | null;

  @Nullable()
  @Text({ max: 300 })
  notes!: string | null;
}

/** Answer of `GET /api/server`: what somebody who adds a PC or asks for help needs to know. */
export class ServerFacts {
  @Text({ max: 64 })
  version!: string;

  /** Null without a release feed, and while this is the newest. */
  @Nullable()
  @Nested(() => NewerVersion)
  newer!: NewerVersion | null;

  /** When that feed was last asked, answered or not; null without one. */
  @Nullable()
  @Text({ max: 40 })
  newer_asked_at!: string | null;

  /** Why it gave no answer then; null when it did. */
  @Nullable()
  @Text({ max: 500 })
  newer_trouble!: string | null;

  /** Of the agent tunnel. */
  @Text({ max: 16 })
  protocol!: string;

  /** Of the Node that runs it. */
  @Text({ max: 32 })
  node!: string;

  @Text({ max: 40 })
  started_at!: string;

  /** As KENNY_RUNS_AS says, else as far as it can be seen. */
  @Nullable()
  @OneOf(RUN_KINDS)
  runs_as!: RunKind | null;

  /** Base of links. */
  @Text({ max: 2000 })
  public_url!: string;

  /** Where agents connect. */
  @Text({ max: 2000 })
  agent_url!: string;

  /** Base64 of the raw key: the agent pins it. */
  @Text({ max: 64 })
  public_key!: string;

  /** SHA-256 of the key, as `kenny-agent status` shows it on a PC. */
  @Text({ max: 64 })
  fingerprint!: string;

  @OneOf(['sqlite', 'postgres'])
  database!: 'sqlite' | 'postgres';

  /** Days that telemetry and logs are kept; the audit log stays. */
  @Whole({ min: 0 })
  retention_days!: number;

  /** How long an approval waits. */
  @Whole({ min: 0 })
  approval_ttl_s!: number;

  /** The id of the audit chain. */
  @Text({ max: 64 })
  chain!: string;

  @Nested(() => ServerCounts)
  counts!: ServerCounts;

  /** The answer of `/readyz`, also while that is a 503. */
  @Nested(() => ReadinessView)
  state!: ReadinessView;

  @ListOf(() => InstallerFact, OPERATING_SYSTEMS.length)
  installers!: InstallerFact[];
}

export class ApiTag {
  @Text({ max: 64 })
  name!: string;
}

/** An OpenAPI 3.1 document. */
export class ApiDescription {
  @Text({ max: 16 })
  openapi!: string;

  @AnyObject()
  info!: Record<string, unknown>;

  @ListOf(() => ApiTag)
  tags!: ApiTag[];

  @AnyObject()
  paths!: Record<string, unknown>;

  @AnyObject()
  components!: Record<string, unknown>;
}

/** What a client learns about `/mcp` before it has a token (RFC 9728). */
export class ProtectedResource {
  @Text({ max: 2000 })
  resource!: string;

  @Text({ max: 64 })
  resource_name!: string;

  @TextList({ max: 10, length: 64 })
  scopes_supported!: string[];

  @TextList({ max: 3, length: 16 })
  bearer_methods_supported!: string[];
}
