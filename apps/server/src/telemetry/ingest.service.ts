import type { Os } from '@kenny/contract';
import { stripSlot } from '@kenny/health';
import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { Writer, type Tx } from '../database/index.js';
import { AgentDirectory } from '../directory/index.js';
import { EventBus, type EventMap } from '../events/index.js';
import { Helpings } from '../scheduling/index.js';
import { assess, overallOf, sectionHealths } from './assessment.js';
import type { SectionBodyEntity } from './entities/index.js';
import { HealthBoard, stripAt, stripWith, type PcState } from './health-board.js';
import { encodeSection, packBody, type EncodedSection } from './section-codec.js';
import { seriesOf } from './series.js';
import { SnapshotWriter } from './snapshot-writer.js';
import { TelemetryRepository, type StoredSnapshot } from './telemetry.repository.js';

/** How often a body that is still in use is marked as such. Retention waits longer than this. */
export const BODY_TOUCH_MS = 24 * 3_600_000;
const TOUCHED_BODIES = 100_000;
/** Of snapshots judged in one turn of the event loop: some ten of them, a few milliseconds. */
const BYTES_PER_TURN = 64 * 1024;
/** Rows of a removed PC that one job deletes: other writes come in between. */
const FORGOTTEN_AT_ONCE = 500;

/**
 * Takes snapshots as they arrive: judged, stored in one transaction, shown after the commit. One
 * PC's snapshots are taken one after the other; a store error is logged and ends nothing.
 */
@Injectable()
export class IngestService implements BeforeApplicationShutdown {
  private readonly logger = new Logger(IngestService.name);
  private readonly inOrder = new Map<string, Promise<void>>();
  /** When each body was last written as used: most sections repeat in every snapshot. */
  private readonly touched = new Map<string, number>();
  private readonly storing: SnapshotWriter;
  private readonly helpings = new Helpings(BYTES_PER_TURN);
  private stopping = false;

  constructor(
    private readonly repository: TelemetryRepository,
    private readonly writer: Writer,
    private readonly board: HealthBoard,
    private readonly directory: AgentDirectory,
    private readonly events: EventBus,
  ) {
    this.storing = new SnapshotWriter(repository, writer);
    events.on('telemetry.received', (received) => this.take(received));
    events.on('agent.changed', ({ agent_uid, change }) => {
      if (change === 'removed') void this.forget(agent_uid);
    });
  }

  /** Puts the stored states on the board; called once at start. */
  async load(): Promise<void> {
    for (const stored of await this.repository.allHealth()) this.board.set(stored);
  }

  take(received: EventMap['telemetry.received']): Promise<void> {
    return this.inTurn(received.agent_uid, () => this.ingest(received), 'was not stored');
  }

  /** Resolves when everything taken so far is stored or given up. */
  async idle(): Promise<void> {
    await Promise.all(this.inOrder.values());
  }

  /** Forgets PCs that were removed before this start, as far as they were not forgotten then. */
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
    const { state, stored } = await this.helpings.run(bytes, () => this.prepare(received, before));
    await this.storing.store(stored);
    this.board.set(state);
    for (const { id } of stored.bodies) this.markTouched(id, at);
    this.events.emit('telemetry.stored', { agent_id, at });
    if (!before || !looksSame(before, state, at)) {
      this.events.emit('health.changed', { agent_id, at });
    }
  }

  /** All that is to be worked out of one snapshot. */
  private async prepare(
    { agent_id, agent_uid, frame, at }: EventMap['telemetry.received'],
    before: PcState | undefined,
  ): Promise<{ state: PcState; stored: StoredSnapshot }> {
    const os: Os | undefined = this.directory.get(agent_id)?.meta.os;
    const assessed = assess(frame.snapshot, os, at);
    const encoded = assessed.flatMap(({ name, payload }) =>
      payload === undefined ? [] : [encodeSection(name, payload)],
    );
    const sections = sectionHealths(assessed, before?.sections ?? [], at);
    const overall = overallOf(sections);
    const received_at = at;
    const collected_at = parseTime(frame.collected_at);
    const refs = Object.fromEntries(encoded.map(({ section, id }) => [section, id]));
    const state: PcState = {
      ...{ agent_uid, received_at, collected_at, sections, refs },
      strip: stripWith(before, overall, at),
      strip_slot: stripSlot(at),
    };
    const points = assessed.flatMap(({ name, payload }) =>
      seriesOf(name, payload).map((value) => ({ agent_uid, at, ...value })),
    );
    return {
      state,
      stored: {
        snapshot: { id: randomUUID(), agent_uid, received_at, collected_at, overall, refs },
        health: { ...state, sections },
        bodies: await this.bodiesToWrite(encoded, at),
        points,
      },
    };
  }

  /** New bodies, and those whose mark of use is older than a day. */
  private async bodiesToWrite(
    encoded: readonly EncodedSection[],
    at: number,
  ): Promise<SectionBodyEntity[]> {
    const due = encoded.filter(
      ({ id }) => at - (this.touched.get(id) ?? -Infinity) >= BODY_TOUCH_MS,
    );
    return Promise.all(
      due.map(async ({ id, section, text }) => ({
        id,
        section,
        body: await packBody(text),
        used_at: at,
      })),
    );
  }

  private markTouched(id: string, at: number): void {
    this.touched.delete(id);
    this.touched.set(id, at);
    if (this.touched.size <= TOUCHED_BODIES) return;
    const [oldest] = this.touched.keys();
    if (oldest !== undefined) this.touched.delete(oldest);
  }

  /** Each piece is a job of its own; what a stop leaves is for `forgetGone` of the next start. */
  private forget(agentUid: string): Promise<void> {
    const piece = (tx: Tx) => this.repository.forgetSome(tx, agentUid, FORGOTTEN_AT_ONCE);
    const forget = async () => {
      this.board.remove(agentUid);
      while (!this.stopping && (await this.writer.write(piece, 'telemetry')));
    };
    return this.inTurn(agentUid, forget, 'was not deleted');
  }
}

/** What a person would see is the same; only the time of the data moved on. */
function looksSame(before: PcState, after: PcState, now: number): boolean {
  return (
    stripAt(before, now) === after.strip &&
    JSON.stringify(before.sections) === JSON.stringify(after.sections)
  );
}

function parseTime(text: string): number | null {
  const time = Date.parse(text);
  return Number.isFinite(time) && Math.abs(time) < 8.64e15 ? time : null;
}
