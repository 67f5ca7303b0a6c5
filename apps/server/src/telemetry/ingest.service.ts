import type { Os } from '@kenny/contract';
import { stripSlot } from '@kenny/health';
import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { Writer } from '../database/index.js';
import { AgentDirectory } from '../directory/index.js';
import { EventBus, type EventMap } from '../events/index.js';
import { assess, overallOf, sectionHealths, type AssessedSection } from './assessment.js';
import type { SectionBodyEntity } from './entities/index.js';
import { HealthBoard, stripAt, stripWith, type PcState } from './health-board.js';
import { encodeSection, packBody, type EncodedSection } from './section-codec.js';
import { seriesOf } from './series.js';
import { SnapshotWriter } from './snapshot-writer.js';
import { TelemetryRepository } from './telemetry.repository.js';

/** How often a body that is still in use is marked as such. Retention waits longer than this. */
export const BODY_TOUCH_MS = 24 * 3_600_000;
const TOUCHED_BODIES = 100_000;

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

  constructor(
    private readonly repository: TelemetryRepository,
    private readonly writer: Writer,
    private readonly board: HealthBoard,
    private readonly directory: AgentDirectory,
    private readonly events: EventBus,
  ) {
    this.storing = new SnapshotWriter(repository, writer);
    events.on('telemetry.received', (received) => this.take(received));
    events.on('agent.changed', (changed) => this.forgetRemoved(changed));
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

  beforeApplicationShutdown(): Promise<void> {
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

  private async ingest({
    agent_id,
    agent_uid,
    frame,
    at,
  }: EventMap['telemetry.received']): Promise<void> {
    const before = this.board.get(agent_uid);
    const os: Os | undefined = this.directory.get(agent_id)?.meta.os;
    const assessed = assess(frame.snapshot, os, at);
    const encoded = assessed.flatMap(({ name, payload }) =>
      payload === undefined ? [] : [encodeSection(name, payload)],
    );
    const sections = sectionHealths(assessed, before?.sections ?? [], at);
    const state: PcState = {
      agent_uid,
      received_at: at,
      collected_at: parseTime(frame.collected_at),
      sections,
      refs: Object.fromEntries(encoded.map(({ section, id }) => [section, id])),
      strip: stripWith(before, overallOf(sections), at),
      strip_slot: stripSlot(at),
    };
    await this.store(state, assessed, await this.bodiesToWrite(encoded, at));
    this.events.emit('telemetry.stored', { agent_id, at });
    if (!before || !looksSame(before, state, at)) {
      this.events.emit('health.changed', { agent_id, at });
    }
  }

  private async store(
    state: PcState,
    assessed: readonly AssessedSection[],
    bodies: readonly SectionBodyEntity[],
  ): Promise<void> {
    const { agent_uid, received_at, collected_at, refs } = state;
    const points = assessed.flatMap(({ name, payload }) =>
      seriesOf(name, payload).map((value) => ({ agent_uid, at: received_at, ...value })),
    );
    const overall = overallOf(state.sections);
    await this.storing.store({
      snapshot: { id: randomUUID(), agent_uid, received_at, collected_at, overall, refs },
      health: { ...state, sections: [...state.sections] },
      bodies,
      points,
    });
    this.board.set(state);
    for (const { id } of bodies) this.markTouched(id, received_at);
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

  private async forgetRemoved({ agent_uid, change }: EventMap['agent.changed']): Promise<void> {
    if (change !== 'removed') return;
    const forget = async () => {
      await this.writer.write((tx) => this.repository.forget(tx, agent_uid), 'telemetry');
      this.board.remove(agent_uid);
    };
    await this.inTurn(agent_uid, forget, 'was not deleted');
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
