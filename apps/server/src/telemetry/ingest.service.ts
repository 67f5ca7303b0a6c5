import { LATENCY, type Os, type SectionText } from '@kenny/contract';
import { stripSlot } from '@kenny/health';
import { DAY_MS } from '@kenny/kernel';
import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { AgentDirectory } from '../auth/index.js';
import { Writer, type Tx } from '../database/index.js';
import { EventBus, type EventMap } from '../kernel/index.js';
import { DailyQuota, TimeSlicedQueue } from '../scheduling/index.js';
import { assess, overallOf, sectionHealths } from './assessment.js';
import { changedDay } from './charts/health-day.js';
import type { SectionBodyEntity } from './entities/index.js';
import { LimitBoard } from './limits/limit-board.js';
import { rejudged } from './limits/rejudge.js';
import { SnoozeBoard, withSnooze } from './snoozes/snooze-board.js';
import { HealthBoard, stripAt, stripWith, type PcState } from './health-board.js';
import { KnownContents, type KnownContent } from './known-contents.js';
import { healthChanges, type HealthChange } from './health-changes.js';
import { joinPoints, pointOf } from './points.js';
import { packBody } from './section-codec.js';
import { SnapshotWriter } from './snapshot-writer.js';
import { NAMING_SECTION, systemsIn } from './system-in.js';
import { TelemetryRepository, type StoredSnapshot } from './telemetry.repository.js';

/** How often `used_at` of a body in use is refreshed; retention waits longer. */
export const BODY_TOUCH_MS = DAY_MS;
/** Snapshot bytes judged per turn of the event loop: about ten snapshots, a few milliseconds. */
const BYTES_PER_TURN = 64 * 1024;
/** Estimated bytes of a snapshot's row with its indexes, and of each reference in it. */
const ROW_BYTES = 300;
const REF_BYTES = 64;
/** As a row's, of a check that changed, beside its reason. */
const CHANGE_BYTES = 200;
/** Bytes of waiting snapshots: enough for a large fleet reporting at once. */
export const MOST_WAITING_BYTES = 256 * 1024 * 1024;
/** Rows of a removed PC deleted per job, so that other writes get their turn. */
const FORGOTTEN_AT_ONCE = 500;

/**
 * Takes snapshots as they arrive: judged, stored in one transaction, shown after the commit. One
 * PC's snapshots are taken one after the other; a store error is logged and ends nothing.
 */
@Injectable()
export class IngestService implements BeforeApplicationShutdown {
  private readonly logger = new Logger(IngestService.name);
  private readonly inOrder = new Map<string, Promise<void>>();
  private readonly known = new KnownContents();
  private readonly storing: SnapshotWriter;
  private readonly queue = new TimeSlicedQueue(BYTES_PER_TURN);
  private stopping = false;
  private waitingBytes = 0;
  private dropped = 0;

  constructor(
    private readonly repository: TelemetryRepository,
    private readonly writer: Writer,
    private readonly board: HealthBoard,
    private readonly directory: AgentDirectory,
    private readonly events: EventBus,
    private readonly quota: DailyQuota,
    private readonly snoozes: SnoozeBoard,
    private readonly limits: LimitBoard,
  ) {
    this.storing = new SnapshotWriter(repository, writer);
    events.on('telemetry.received', (received) => this.take(received));
    events.on('agent.changed', ({ agent_uid, change }) => {
      if (change === 'removed') void this.forget(agent_uid);
    });
  }

  /** Calls `listener` in the transaction that stores what changed. */
  onStoring(listener: (tx: Tx, changes: readonly HealthChange[]) => Promise<void>): void {
    this.storing.within = listener;
  }

  /** Loads the stored states; called once at start, after the snoozes. */
  async load(now: number): Promise<void> {
    const all = await this.repository.allHealth();
    const ids = new Set(all.flatMap(({ refs }) => refs[NAMING_SECTION] ?? []));
    const systems = await systemsIn(await this.repository.bodies([...ids]));
    for (const stored of all) {
      const system = systems.get(stored.refs[NAMING_SECTION] ?? '');
      this.board.set(this.covered({ ...stored, ...(system && { system }) }, now));
    }
  }

  /** The backlog is bounded: a stalled database must not fill the memory. */
  async take(received: EventMap['telemetry.received']): Promise<void> {
    const { agent_id, agent_uid, bytes } = received;
    if (this.waitingBytes + bytes > MOST_WAITING_BYTES) {
      this.dropped += 1;
      this.logger.warn(`telemetry of ${agent_id} is dropped: too much waits for the database`);
      return;
    }
    this.waitingBytes += bytes;
    await this.inTurn(agent_uid, () => this.ingest(received), 'was not stored');
    this.waitingBytes -= bytes;
  }

  /**
   * Shows a PC with what is snoozed now; the next snapshot stores it.
   * @param judged - sections to judge anew, because their limits are others; what comes out
   * otherwise is stored at once: a PC that is away sends no snapshot
   */
  reassess(
    { agent_id, agent_uid }: Pick<EventMap['telemetry.received'], 'agent_id' | 'agent_uid'>,
    at: number,
    judged: readonly string[] = [],
  ): Promise<void> {
    const work = async () => {
      const before = this.board.get(agent_uid);
      if (!before) return;
      const limits = this.limits.inForce(agent_uid);
      const sections = await rejudged(this.repository, before, judged, limits, at);
      const state = this.covered({ ...before, sections }, at);
      const isOther = sections.some((section, index) => section !== before.sections[index]);
      const changes = healthChanges({ agent_id, agent_uid, at }, before.sections, state.sections);
      if (isOther || changes.length > 0) {
        await this.writer.write(async (tx) => {
          if (isOther) await this.repository.storeSections(tx, agent_uid, state.sections);
          await this.storing.storeChanges(tx, changes);
        }, 'telemetry');
      }
      this.board.set(state);
      this.events.emit('health.changed', { agent_id, at });
    };
    return this.inTurn(agent_uid, work, 'was not shown anew');
  }

  /** Snapshots that could not be stored since the start. */
  get droppedCount(): number {
    return this.dropped;
  }

  /** Resolves when everything taken so far is stored or given up. */
  async idle(): Promise<void> {
    await Promise.all(this.inOrder.values());
  }

  /** Deletes leftover data of PCs that were removed before this start. */
  forgetGone(isThere: (agentUid: string) => boolean): Promise<void> {
    const forget = async () => {
      const gone = (await this.repository.owners()).filter((agentUid) => !isThere(agentUid));
      for (const agentUid of gone) await this.forget(agentUid);
    };
    return this.inTurn('removed PCs', forget, 'was not deleted');
  }

  beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    return this.idle();
  }

  /** The state with what is snoozed at that time. */
  private covered(state: PcState, at: number): PcState {
    const snoozeOf = this.snoozes.coverOf(state.agent_uid, at);
    return { ...state, sections: state.sections.map((one) => withSnooze(one, snoozeOf(one))) };
  }

  private inTurn(agentUid: string, work: () => Promise<void>, failed: string): Promise<void> {
    const before = this.inOrder.get(agentUid) ?? Promise.resolve();
    const done = before.then(work).catch((error: unknown) => {
      this.logger.error(`telemetry of ${agentUid} ${failed}: ${String(error)}`);
    });
    this.inOrder.set(agentUid, done);
    return done.finally(() => {
      if (this.inOrder.get(agentUid) === done) this.inOrder.delete(agentUid);
    });
  }

  private async ingest(received: EventMap['telemetry.received']): Promise<void> {
    const { agent_id, agent_uid, bytes, at } = received;
    const before = this.board.get(agent_uid);
    const prepared = await this.queue.run(bytes, () => this.prepare(received, before));
    if (!prepared) return;
    const { state, stored, written } = prepared;
    if (!this.mayStore(received, before, stored)) return;
    await this.storing.store(stored).catch((error: unknown) => {
      this.dropped += 1;
      throw error;
    });
    this.board.set(state);
    for (const content of written) content.storedAt = at;
    this.events.emit('telemetry.stored', { agent_id, at });
    if (!before || !looksSame(before, state, at)) {
      this.events.emit('health.changed', { agent_id, at });
    }
  }

  /** False once the PC's daily quota is spent; the board shows since when. */
  private mayStore(
    { agent_id, agent_uid, at }: EventMap['telemetry.received'],
    before: PcState | undefined,
    stored: StoredSnapshot,
  ): boolean {
    const verdict = this.quota.take(agent_uid, storedBytes(stored), at);
    if (verdict === 'spent') {
      if (before) this.board.set({ ...before, dropped_since: at });
      const bytes = this.quota.bytesPerDay;
      this.events.emit('allowance.spent', { agent_id, agent_uid, of: 'telemetry', bytes, at });
      this.events.emit('health.changed', { agent_id, at });
    }
    return verdict === 'taken';
  }

  /** Undefined when it is no snapshot. */
  private async prepare(
    { agent_id, agent_uid, read, at }: EventMap['telemetry.received'],
    before: PcState | undefined,
  ): Promise<Prepared | undefined> {
    const frame = read();
    if (!frame) return undefined;
    const live = this.directory.get(agent_id);
    const os: Os | undefined = live?.meta.os;
    const limits = this.limits.inForce(agent_uid);
    const assessed = assess(frame.sections, { os, now: at, limits }, this.known);
    const sections = sectionHealths(
      assessed,
      before?.sections ?? [],
      at,
      this.snoozes.coverOf(agent_uid, at),
    );
    const overall = overallOf(sections);
    const received_at = at;
    const collected_at = parseTime(frame.collected_at);
    const contents = assessed.flatMap(({ name, text, kept }) =>
      kept ? [{ name, text, ...kept }] : [],
    );
    const refs = Object.fromEntries(contents.map(({ name, id }) => [name, id]));
    const system = contents.find(({ name }) => name === NAMING_SECTION)?.content.system;
    const points = joinPoints([
      ...contents.map(({ content }) => content.points),
      live?.latency_ms === undefined ? '' : pointOf(LATENCY, live.latency_ms),
    ]);
    const state: PcState = {
      ...{ agent_uid, received_at, collected_at, sections, refs },
      strip: stripWith(before, overall, at),
      strip_slot: stripSlot(at),
      ...(system === undefined ? {} : { system }),
    };
    const due = contents.filter((content) => isDue(content, before, at));
    return {
      state,
      stored: {
        snapshot: { id: randomUUID(), agent_uid, received_at, collected_at, overall, refs, points },
        health: { ...state, sections },
        day: changedDay(before, state, at),
        changes: healthChanges({ agent_id, agent_uid, at }, before?.sections ?? [], sections),
        bodies: await Promise.all(due.map((content) => bodyOf(content, at))),
      },
      written: due.map(({ content }) => content),
    };
  }

  /** One job per chunk; what a shutdown leaves is deleted by `forgetGone` at the next start. */
  private forget(agentUid: string): Promise<void> {
    const piece = (tx: Tx) => this.repository.forgetSome(tx, agentUid, FORGOTTEN_AT_ONCE);
    const forget = async () => {
      this.board.remove(agentUid);
      this.snoozes.forget(agentUid);
      this.limits.forget(agentUid);
      while (!this.stopping && (await this.writer.write(piece, 'telemetry')));
    };
    return this.inTurn(agentUid, forget, 'was not deleted');
  }
}

interface Prepared {
  readonly state: PcState;
  readonly stored: StoredSnapshot;
  /** Bodies whose `used_at` is written with it. */
  readonly written: readonly KnownContent[];
}

interface Content extends SectionText {
  readonly id: string;
  readonly content: KnownContent;
}

/**
 * New bodies, and those whose `used_at` is a day old. Where that is not known, the PC's last
 * snapshot proves that the body exists, and its first one of each day refreshes what it shows.
 */
function isDue({ name, id, content }: Content, before: PcState | undefined, at: number): boolean {
  if (content.storedAt !== undefined) return at - content.storedAt >= BODY_TOUCH_MS;
  return before?.refs[name] !== id || dayOf(before.received_at) !== dayOf(at);
}

const dayOf = (at: number): number => Math.floor(at / BODY_TOUCH_MS);

async function bodyOf({ name, text, id }: Content, at: number): Promise<SectionBodyEntity> {
  return { id, section: name, body: await packBody(text), used_at: at };
}

/** Estimated bytes on disk: the row with its references, new bodies, and what changed. */
function storedBytes({ snapshot: { refs, points }, bodies, changes }: StoredSnapshot): number {
  const row = ROW_BYTES + REF_BYTES * Object.keys(refs).length + points.length;
  const told = changes.reduce((sum, { reason }) => sum + CHANGE_BYTES + reason.length, row);
  return bodies.reduce((sum, { body }) => sum + body.length, told);
}

/** True when nothing visible changed but the time of the data. */
function looksSame(before: PcState, after: PcState, now: number): boolean {
  return (
    stripAt(before, now) === after.strip &&
    before.system === after.system &&
    before.sections.length === after.sections.length &&
    // What is the same in all was taken over as it is.
    after.sections.every((section, index) => section === before.sections[index])
  );
}

function parseTime(text: string): number | null {
  const time = Date.parse(text);
  return Number.isFinite(time) && Math.abs(time) < 8.64e15 ? time : null;
}
