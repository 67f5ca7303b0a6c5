import {
  ERRORS,
  isErrorCode,
  KENNY_VERSION,
  PC_HEALTH_ORDER,
  PROTOCOL_VERSION,
  SERVER_CONDITIONS,
  type ApprovalView,
  type AuditRowView,
  type ReadinessView,
} from '@kenny/contract';
import { isTerminal } from '@kenny/gate';
import type { Clock } from '@kenny/kernel';
import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { AuditStore } from '../audit/index.js';
import { BackupsService } from '../backup/index.js';
import { APP_CONFIG, type AppConfig } from '../config/index.js';
import { WRITE_LANES, Writer } from '../database/index.js';
import { CLOCK, EventBus } from '../kernel/index.js';
import { FleetService } from '../telemetry/index.js';
import { FRAME_DIRECTIONS, FrameCounts } from '../tunnel/index.js';
import { HANDSHAKE_OF, OTHER, type CallEnd } from './definitions.js';
import { Prometheus } from './prometheus.js';

const LOOP_RESOLUTION_MS = 20;
const NS_PER_S = 1e9;
const PERCENTILES = { '0.5': 50, '0.99': 99, '1': 100 } as const;
/** Exit codes of errors that come before a PC is asked: wrong usage, and refused. */
const BEFORE_THE_PC: readonly number[] = [2, 3];

/**
 * What a monitoring system reads of this server. Facts are counted as they are told on the bus; what
 * others count anyhow is read when somebody asks.
 */
@Injectable()
export class ServerMetrics implements OnModuleInit, OnApplicationShutdown {
  private readonly metrics = new Prometheus();
  private readonly loop = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS });
  private readonly endings: (() => void)[] = [];
  private readonly startedAt: number;

  constructor(
    private readonly fleet: FleetService,
    private readonly frames: FrameCounts,
    private readonly writer: Writer,
    private readonly audit: AuditStore,
    private readonly backups: BackupsService,
    private readonly bus: EventBus,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'database'>,
  ) {
    this.startedAt = clock.now();
  }

  get contentType(): string {
    return this.metrics.contentType;
  }

  onModuleInit(): void {
    const { metrics, bus } = this;
    this.loop.enable();
    metrics.set(
      'kenny_build_info',
      {
        version: KENNY_VERSION,
        protocol: PROTOCOL_VERSION,
        node: process.versions.node,
        database: this.config.database.type,
      },
      1,
    );
    const shaken = (outcome: string) => metrics.add('kenny_handshakes_total', { outcome });
    this.endings.push(
      bus.on('agent.online', () => shaken('accepted')),
      bus.on('agent.cloned', () => shaken('cloned')),
      bus.on('agent.refused', ({ close_code }) => shaken(HANDSHAKE_OF.get(close_code) ?? OTHER)),
      bus.on('frame.dropped', ({ forged }) =>
        metrics.add('kenny_frames_dropped_total', { forged: forged ? 'yes' : 'no' }),
      ),
      bus.on('audit.appended', ({ rows }) => {
        for (const row of rows) if (row.kind === 'call') this.count(row);
      }),
      bus.on('approval.changed', ({ approval }) => this.follow(approval)),
      bus.on('model.answered', ({ usage }) => {
        for (const [kind, count] of Object.entries(usage)) {
          metrics.add('kenny_model_tokens_total', { kind }, count);
        }
      }),
    );
  }

  onApplicationShutdown(): void {
    this.loop.disable();
    for (const end of this.endings.splice(0)) end();
  }

  /** In Prometheus' text format. @param state - as `/readyz` answers just now */
  text(state: ReadinessView): Promise<string> {
    this.readState(state);
    this.readFleet();
    this.readFrames();
    this.readWriter();
    this.readAudit();
    this.readBackups();
    this.readProcess();
    return this.metrics.text();
  }

  private count({ tool, ok, code, duration_ms, door }: AuditRowView): void {
    const outcome = ok ? 'ok' : endOf(code);
    if (outcome === 'blocked') this.metrics.add('kenny_guard_hits_total', { door });
    const labels = { tool: tool ?? OTHER, outcome };
    this.metrics.observe('kenny_call_duration_seconds', labels, (duration_ms ?? 0) / 1_000);
  }

  private follow({ state, requested_at, decisions }: ApprovalView): void {
    if (isTerminal(state)) this.metrics.add('kenny_approvals_total', { end: state });
    const last = decisions.at(-1);
    if (state !== 'approved' && state !== 'denied') return;
    if (last === undefined || last.decision === 'cancel') return;
    const took = Math.max(0, Date.parse(last.at) - Date.parse(requested_at)) / 1_000;
    const { decision } = last;
    this.metrics.observe('kenny_approval_decision_seconds', { decision }, took);
  }

  private readState({ ready, conditions, audit, dropped, free_bytes }: ReadinessView): void {
    const { metrics } = this;
    metrics.set('kenny_ready', {}, ready ? 1 : 0);
    const present = new Set<string>(conditions.map(({ kind }) => kind));
    for (const kind of SERVER_CONDITIONS) {
      metrics.set('kenny_condition', { kind }, present.has(kind) ? 1 : 0);
    }
    metrics.set('kenny_audit_rows_waiting', { place: 'memory' }, audit.waiting);
    metrics.set('kenny_audit_rows_waiting', { place: 'spool' }, audit.spooled);
    metrics.set('kenny_audit_rows_lost', {}, audit.lost);
    metrics.set('kenny_audit_oldest_seconds', {}, audit.oldest_ms / 1_000);
    metrics.total('kenny_snapshots_dropped_total', {}, dropped.telemetry);
    metrics.total('kenny_log_lines_dropped_total', {}, dropped.log_lines);
    metrics.set('kenny_data_folder_free_bytes', {}, free_bytes);
  }

  private readFleet(): void {
    const { states, connected } = this.fleet.counts();
    for (const state of PC_HEALTH_ORDER) this.metrics.set('kenny_agents', { state }, states[state]);
    this.metrics.set('kenny_agents_connected', {}, connected);
  }

  private readFrames(): void {
    for (const direction of FRAME_DIRECTIONS) {
      for (const [type, { frames, bytes }] of this.frames.of(direction)) {
        const labels = { type, direction };
        this.metrics.total('kenny_frames_total', labels, frames);
        this.metrics.total('kenny_frame_bytes_total', labels, bytes);
      }
    }
  }

  private readWriter(): void {
    const { metrics } = this;
    const lanes = this.writer.byLane();
    for (const lane of WRITE_LANES) {
      const stats = lanes[lane];
      if (!stats) continue;
      const { queued, committed, failed, batches } = stats;
      metrics.set('kenny_writer_queued', { lane }, queued);
      metrics.total('kenny_writes_total', { lane, outcome: 'committed' }, committed);
      metrics.total('kenny_writes_total', { lane, outcome: 'failed' }, failed);
      metrics.total('kenny_write_batches_total', { lane }, batches);
    }
  }

  private readAudit(): void {
    const { uncovered, signedAt } = this.audit.checkpoints();
    this.metrics.set('kenny_audit_head', {}, this.audit.head);
    this.metrics.set('kenny_checkpoint_rows', {}, uncovered);
    this.metrics.set('kenny_checkpoint_age_seconds', {}, this.ageOf(signedAt));
  }

  private readBackups(): void {
    const [age, sentAge] = [this.backups.age(), this.backups.sentAge()];
    this.metrics.set('kenny_backup_age_seconds', {}, age === null ? null : age / 1_000);
    this.metrics.set(
      'kenny_backup_sent_age_seconds',
      {},
      sentAge === null ? null : sentAge / 1_000,
    );
  }

  private readProcess(): void {
    const { user, system } = process.cpuUsage();
    this.metrics.set('process_resident_memory_bytes', {}, process.memoryUsage.rss());
    this.metrics.total('process_cpu_seconds_total', {}, (user + system) / 1e6);
    this.metrics.set('process_start_time_seconds', {}, this.startedAt / 1_000);
    for (const [quantile, percentile] of Object.entries(PERCENTILES)) {
      const delay = this.loop.count === 0 ? 0 : this.loop.percentile(percentile) / NS_PER_S;
      this.metrics.set('kenny_event_loop_delay_seconds', { quantile }, delay);
    }
    this.loop.reset();
  }

  private ageOf(at: number | null): number | null {
    return at === null ? null : Math.max(0, this.clock.now() - at) / 1_000;
  }
}

function endOf(code: string | null): CallEnd {
  if (code === 'blocked' || code === 'timeout') return code;
  if (code === null || !isErrorCode(code)) return 'failed';
  return BEFORE_THE_PC.includes(ERRORS[code].exit) ? 'refused' : 'failed';
}
