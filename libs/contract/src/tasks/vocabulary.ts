/** Words and numbers of external agents' tasks. Nothing here is a class: browsers import it too. */

/** What a task is at. `WAITING_FOR_INPUT`: something of it waits for a person; `REVIEW`: a turn has ended. */
export const TASK_STATES = [
  'TODO',
  'QUEUED',
  'IN_PROGRESS',
  'WAITING_FOR_INPUT',
  'REVIEW',
  'COMPLETED',
  'FAILED',
  'CANCELLED',
  'INTERRUPTED',
] as const;
export type TaskState = (typeof TASK_STATES)[number];

/** In these it waits until a person does something. */
export const STATES_OF_A_PERSON = [
  ...(['WAITING_FOR_INPUT', 'REVIEW', 'FAILED', 'INTERRUPTED'] as const),
] satisfies readonly TaskState[];

export const needsPerson = (state: TaskState): boolean =>
  STATES_OF_A_PERSON.some((one) => one === state);

/** What one agent of a task is at. `READY`: it waits for the next prompt and holds no slot. */
export const AGENT_INSTANCE_STATES = [
  'PENDING',
  'STARTING',
  'RUNNING',
  'READY',
  'COMPLETED',
  'FAILED',
  'STOPPED',
] as const;
export type AgentInstanceState = (typeof AGENT_INSTANCE_STATES)[number];

/** What `start` and `trigger` answer with beside the states of an instance: no slot was free. */
export const QUEUED_STATUS = 'QUEUED';
export const START_STATUSES = [...AGENT_INSTANCE_STATES, QUEUED_STATUS] as const;
export type StartStatus = (typeof START_STATUSES)[number];

/** Higher goes first. */
export const TASK_PRIORITY = { least: 0, most: 10, default: 0 } as const;

/** Prompts that kenny writes itself: nobody said anything new. */
export const TASK_PROMPTS = {
  resumed: 'Go on with the task.',
  decided: 'What you asked for has been decided. Go on with the task.',
} as const;

const KIB = 1024;
const MIB = 1024 * KIB;

/** Characters of texts, entries of lists; bytes where the name says so. */
export const TASK_LIMITS = {
  title: 500,
  description: 32_000,
  prompt: 32_000,
  /** Prompts of one task that wait for the end of a turn. */
  prompts: 20,
  metadataBytes: 16 * KIB,
  repositoryUrl: 2_000,
  branch: 250,
  /** PCs of one task. */
  agents: 1_000,
  /** Why somebody stops a task. */
  reason: 500,
  /** Tasks that wait for a slot. */
  queued: 1_000,
  /** What is kept of one task's events; the oldest make room. */
  events: 20_000,
  eventsBytes: 32 * MIB,
  /** One event; what is longer is cut. */
  eventBytes: 256 * KIB,
  /** Events in one answer. */
  eventsPage: 1_000,
  /** Permissions of one task that wait for a person: a flood would teach people to click yes. */
  permissions: 5,
  permissionOptions: 20,
  /** A diff of the workspace. */
  diffBytes: 1 * MIB,
  boards: 100,
  columns: 50,
  boardName: 120,
  boardDescription: 2_000,
  /** Starts of one agent for one turn: the first, and again after it failed. */
  attempts: 3,
  page: 500,
} as const;

/** In milliseconds. */
export const TASK_TIMES = {
  /** What an agent says within this time is stored and told together. */
  batchMs: 50,
  /** While an agent is at work, somebody who watches hears something at least this often. */
  heartbeatMs: 15_000,
  /** An agent without a prompt is let go after it; its session can be resumed. */
  idleMs: 10 * 60_000,
  /** From `session/cancel` to the end of its input. */
  cancelMs: 10_000,
  /** Of a waiting task: how long it waits for one more step towards the front of the queue. */
  ageingMs: 10 * 60_000,
} as const;

/** Where an agent type's process lives. */
export const AGENT_RUNTIMES = ['process', 'docker'] as const;
export type AgentRuntime = (typeof AGENT_RUNTIMES)[number];

/** What becomes of an agent's wish to use its own tools: a person is asked, or the answer is no. */
export const AGENT_PERMISSION_POLICIES = ['ask', 'deny'] as const;
export type AgentPermissionPolicy = (typeof AGENT_PERMISSION_POLICIES)[number];

export const AGENT_TYPE_ID_PATTERN = '^[a-z0-9][a-z0-9._-]{0,63}$';
/** `from:to:ro` or `from:to:rw`, both absolute. */
export const MOUNT_PATTERN = '^/[^:\\u0000]{0,1000}:/[^:\\u0000]{0,1000}:r[ow]$';
export const ENV_NAME_PATTERN = '^[A-Za-z_][A-Za-z0-9_]{0,127}$';

/** Bounds of what the file of agent types says. */
export const AGENT_TYPE_LIMITS = {
  types: 100,
  name: 120,
  description: 2_000,
  command: 64,
  argument: 4_096,
  path: 1_000,
  image: 300,
  memoryMb: { least: 64, most: 1_048_576, default: 4_096 },
  cpuCores: { least: 0.1, most: 256, default: 2 },
  timeoutS: { least: 1, most: 7 * 86_400, default: 3_600 },
  capabilities: 50,
  capability: 64,
  environment: 100,
  mounts: 20,
  fileBytes: 1 * MIB,
  /** What is told to be wrong with the file. */
  problems: 100,
  problem: 500,
} as const;
export const AGENT_WORKING_DIR = '/workspace';

/** Keys of a task's metadata that name the agent's session; the first is the seed's. */
export const SESSION_METADATA_KEYS = { seed: 'auggie_session_id', acp: 'acp_session_id' } as const;

/** Kinds of an option that an agent offers with a permission (ACP). */
export const PERMISSION_OPTION_KINDS = [
  'allow_once',
  'allow_always',
  'reject_once',
  'reject_always',
] as const;
export type PermissionOptionKind = (typeof PERMISSION_OPTION_KINDS)[number];

/** How a permission ended: an option was chosen, the turn was cancelled, or nobody answered. */
export const PERMISSION_OUTCOMES = ['selected', 'cancelled', 'expired'] as const;
export type PermissionOutcome = (typeof PERMISSION_OUTCOMES)[number];

/** Why an agent's turn ended (ACP). */
export const ACP_STOP_REASONS = [
  'end_turn',
  'max_tokens',
  'max_turn_requests',
  'refusal',
  'cancelled',
] as const;
export type AcpStopReason = (typeof ACP_STOP_REASONS)[number];

/** What a task can wait for. */
export const TASK_WAITS = ['approval', 'permission', 'question'] as const;
export type TaskWait = (typeof TASK_WAITS)[number];

/** How an agent got its session. `replaced`: it has none of before, so it was told the transcript. */
export const SESSION_ORIGINS = ['new', 'loaded', 'resumed', 'replaced'] as const;
export type SessionOrigin = (typeof SESSION_ORIGINS)[number];

/** What a column may say that it holds; `DONE` is the seed's. */
export const COLUMN_STATES = [...TASK_STATES, 'DONE'] as const;
export type ColumnState = (typeof COLUMN_STATES)[number];

/** Columns of the board that is there by itself. */
export const DEFAULT_BOARD = {
  name: 'Tasks',
  columns: [
    { name: 'To do', state: 'TODO' },
    { name: 'In progress', state: 'IN_PROGRESS' },
    { name: 'Review', state: 'REVIEW' },
    { name: 'Done', state: 'DONE' },
  ],
} as const satisfies { name: string; columns: readonly { name: string; state: ColumnState }[] };

/** What the seed says of progress without a plan: after a text, at a call, after it, at the end. */
export const TASK_PROGRESS = { text: 50, toolCall: 60, toolDone: 80, end: 100 } as const;
