import {
  APPROVAL_STATES,
  CATALOG,
  CLOSE_CODES,
  DOORS,
  FRAMES,
  PC_HEALTH_ORDER,
  SERVER_CONDITIONS,
} from '@kenny/contract';
import { isTerminal } from '@kenny/gate';
import { WRITE_LANES } from '../database/index.js';
import { FRAME_DIRECTIONS } from '../tunnel/index.js';

/** Takes the place of a label's value that is not in its list: nobody outside makes a series. */
export const OTHER = 'other';

/** How a handshake ended: accepted, or by the reason of its refusal. */
export const HANDSHAKE_ENDS = ['accepted', 'cloned', ...Object.keys(CLOSE_CODES), OTHER] as const;
/** By the code that the socket was closed with. */
export const HANDSHAKE_OF: ReadonlyMap<number, string> = new Map(
  Object.entries(CLOSE_CODES).map(([name, code]) => [code, name]),
);
/** How a call ended. `refused`: by kenny, before a PC was asked. */
export const CALL_ENDS = ['ok', 'blocked', 'refused', 'timeout', 'failed'] as const;
export type CallEnd = (typeof CALL_ENDS)[number];
/** As the model service names them. */
const TOKEN_KINDS = [
  ...['input_tokens', 'output_tokens'],
  ...['cache_creation_input_tokens', 'cache_read_input_tokens'],
];

/** A label whose one value this server itself makes. */
const OWN = 'own';

type Labels = Readonly<Record<string, readonly string[] | typeof OWN>>;

interface Definition {
  readonly kind: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  /** Each label with every value that it can have, but for `OTHER`. */
  readonly labels: Labels;
  /** Upper bounds of a histogram. */
  readonly buckets?: readonly number[];
}

const counter = <L extends Labels>(help: string, labels: L) =>
  ({ kind: 'counter', help, labels }) as const;
const gauge = <L extends Labels>(help: string, labels: L) =>
  ({ kind: 'gauge', help, labels }) as const;
const histogram = <L extends Labels>(help: string, buckets: readonly number[], labels: L) =>
  ({ kind: 'histogram', help, buckets, labels }) as const;

const TOOLS = CATALOG.tools.map(({ name }) => name);
const APPROVAL_ENDS = APPROVAL_STATES.filter(isTerminal);
const FRAME_TYPES = Object.keys(FRAMES);

/**
 * Everything that `/metrics` shows. Every label is a closed list and none is a PC or a person, so
 * that the series stay as few however large the fleet.
 */
export const METRICS = {
  kenny_build_info: gauge('Always 1; the version stands in the labels.', {
    version: OWN,
    protocol: OWN,
    node: OWN,
    database: ['sqlite', 'postgres'],
  }),
  kenny_ready: gauge('1 while the server can do its work, as /readyz says.', {}),
  kenny_condition: gauge('1 for each thing that is not well, as /readyz names it.', {
    kind: SERVER_CONDITIONS,
  }),
  kenny_agents: gauge('PCs by their overall state.', { state: PC_HEALTH_ORDER }),
  kenny_agents_connected: gauge('PCs that are connected.', {}),
  kenny_handshakes_total: counter('Connections of agents by how their handshake ended.', {
    outcome: HANDSHAKE_ENDS,
  }),
  kenny_frames_total: counter('Frames with agents after the handshake.', {
    type: FRAME_TYPES,
    direction: FRAME_DIRECTIONS,
  }),
  kenny_frame_bytes_total: counter('Bytes of those frames.', {
    type: FRAME_TYPES,
    direction: FRAME_DIRECTIONS,
  }),
  kenny_frames_dropped_total: counter(
    'Frames that were dropped: malformed, too large, too often.',
    {
      forged: ['yes', 'no'],
    },
  ),
  kenny_call_duration_seconds: histogram(
    'Tool calls, once their audit row is stored.',
    [0.1, 0.5, 2, 10, 60],
    { tool: TOOLS, outcome: CALL_ENDS },
  ),
  kenny_guard_hits_total: counter('Calls that a deny rule blocked, by the door.', { door: DOORS }),
  kenny_approvals_total: counter('Approvals by how they ended.', { end: APPROVAL_ENDS }),
  kenny_approval_decision_seconds: histogram(
    'From the request to the decision of a person.',
    [2, 10, 60, 300, 1_800],
    { decision: ['approve', 'deny'] },
  ),
  kenny_writer_queued: gauge('Writes that wait, by lane.', { lane: WRITE_LANES }),
  kenny_writes_total: counter('Writes by lane and by how they ended.', {
    lane: WRITE_LANES,
    outcome: ['committed', 'failed'],
  }),
  kenny_write_batches_total: counter('Transactions that held those writes.', { lane: WRITE_LANES }),
  kenny_audit_rows_waiting: gauge('Audit rows that the database lacks, by where they wait.', {
    place: ['memory', 'spool'],
  }),
  kenny_audit_rows_lost: gauge('Audit rows that nothing could hold and no row tells of yet.', {}),
  kenny_audit_oldest_seconds: gauge('Age of the oldest audit row that a kill would lose.', {}),
  kenny_audit_head: gauge('Number of the last durable audit row.', {}),
  kenny_checkpoint_rows: gauge('Audit rows that no signed checkpoint covers yet.', {}),
  kenny_checkpoint_age_seconds: gauge('Age of the last checkpoint; absent before the first.', {}),
  kenny_backup_age_seconds: gauge('Age of the last whole backup; absent without one.', {}),
  kenny_backup_sent_age_seconds: gauge(
    'Age of the last backup in the bucket; absent without one.',
    {},
  ),
  kenny_snapshots_dropped_total: counter('Snapshots that the database did not take.', {}),
  kenny_log_lines_dropped_total: counter('Log lines that the database did not take.', {}),
  kenny_data_folder_free_bytes: gauge('Room on the disk of the data folder.', {}),
  kenny_model_tokens_total: counter('Tokens that the chat spent at the model service.', {
    kind: TOKEN_KINDS,
  }),
  kenny_event_loop_delay_seconds: gauge('Delay of the event loop since it was last asked for.', {
    quantile: ['0.5', '0.99', '1'],
  }),
  process_resident_memory_bytes: gauge('Resident memory.', {}),
  process_cpu_seconds_total: counter('Time on a processor.', {}),
  process_start_time_seconds: gauge('When the server started, as Unix time.', {}),
} as const satisfies Record<string, Definition>;

export type MetricName = keyof typeof METRICS;
export type LabelsOf<N extends MetricName> = Readonly<
  Record<keyof (typeof METRICS)[N]['labels'], string>
>;
type Of<K extends Definition['kind']> = {
  [N in MetricName]: (typeof METRICS)[N]['kind'] extends K ? N : never;
}[MetricName];
export type CounterName = Of<'counter'>;
export type GaugeName = Of<'gauge'>;
export type HistogramName = Of<'histogram'>;
