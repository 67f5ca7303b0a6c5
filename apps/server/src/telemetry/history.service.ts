import { CAPS, type Health } from '@kenny/contract';
import { isObject, isoOrNull } from '@kenny/kernel';
import { Injectable } from '@nestjs/common';
import { cursorOf, placeOf } from '../database/index.js';
import { KennyError } from '../kernel/index.js';
import type { SnapshotEntity } from './entities/index.js';
import { HealthBoard } from './health-board.js';
import { unpackBody } from './section-codec.js';
import { TelemetryRepository } from './telemetry.repository.js';

/** Snapshots per page; the next page starts at `next_cursor`. */
export const HISTORY_PAGE = 200;

export interface SnapshotView {
  agent_id: string;
  collected_at: string | null;
  received_at: string | null;
  snapshot: Record<string, unknown>;
}

export interface HistoryItem {
  received_at: string;
  collected_at: string | null;
  overall: Health;
  /** The section's content then; null where that snapshot had none. */
  payload: unknown;
}

interface Subject {
  readonly agent_id: string;
  readonly agent_uid: string;
}

/** Stored telemetry as it was sent: the latest snapshot, and one section over time. */
@Injectable()
export class HistoryService {
  constructor(
    private readonly repository: TelemetryRepository,
    private readonly board: HealthBoard,
  ) {}

  /**
   * The latest snapshot, whole or one section of it, with the statuses that kenny gives: an agent
   * knows nothing of limits that were moved. @throws not_found for a section it lacks.
   */
  async latest({ agent_id, agent_uid }: Subject, section?: string): Promise<SnapshotView> {
    const state = this.board.get(agent_uid);
    const refs = Object.entries(state?.refs ?? {}).filter(([name]) => !section || name === section);
    if (section !== undefined && refs.length === 0) {
      const known = Object.keys(state?.refs ?? {}).join(', ') || 'none yet';
      throw new KennyError(
        'not_found',
        `${agent_id} sent no section "${section}"; it sent: ${known}`,
      );
    }
    const packed = await this.packed(refs.map(([, id]) => id));
    const contents = await Promise.all(
      refs
        .filter(([, id]) => packed.has(id))
        .map(async ([name, id]) => {
          const { payload } = await unpack(packed.get(id));
          const judged = state?.sections.find((section) => section.name === name)?.status;
          return [name, withStatus(payload, judged)] as const;
        }),
    );
    return {
      agent_id,
      collected_at: isoOrNull(state?.collected_at ?? null),
      received_at: isoOrNull(state?.received_at ?? null),
      snapshot: Object.fromEntries(contents),
    };
  }

  /**
   * One section over time, newest first. Times in epoch ms, both inclusive.
   * @throws KennyError `validation` for a cursor that is not one of ours
   */
  async history(
    { agent_uid }: Subject,
    section: string,
    from: number,
    to: number,
    cursor?: string,
  ): Promise<{ items: HistoryItem[]; next_cursor: string | null }> {
    const span = { from, to, ...(cursor === undefined ? {} : { before: placeOf(cursor) }) };
    const snapshots = await this.repository.snapshots(agent_uid, span, HISTORY_PAGE + 1);
    const items = await this.itemsOf(snapshots.slice(0, HISTORY_PAGE), section);
    const last = snapshots[items.length - 1];
    const more = last !== undefined && items.length < snapshots.length;
    return { items, next_cursor: more ? cursorOf({ at: last.received_at, id: last.id }) : null };
  }

  /** Fills the page up to its size limit, with at least one; what does not fit is not unpacked. */
  private async itemsOf(page: readonly SnapshotEntity[], section: string): Promise<HistoryItem[]> {
    const packed = await this.packed(page.flatMap(({ refs }) => bodyId(refs, section) ?? []));
    const contents = new Map<string, Content>();
    const items: HistoryItem[] = [];
    let bytes = 0;
    for (const snapshot of page) {
      const id = bodyId(snapshot.refs, section) ?? '';
      const content = contents.get(id) ?? (await unpack(packed.get(id)));
      contents.set(id, content);
      bytes += content.bytes;
      if (bytes > CAPS.httpPageBytes && items.length > 0) break;
      items.push(toItem(snapshot, content));
    }
    return items;
  }

  private async packed(ids: readonly string[]): Promise<Map<string, Uint8Array>> {
    const stored = await this.repository.bodies([...new Set(ids)]);
    return new Map(stored.map(({ id, body }) => [id, body]));
  }
}

/** What could not be read stays `ok` there, as on the wire. */
function withStatus(payload: unknown, judged: Health | undefined): unknown {
  if (!isObject(payload) || judged === undefined || judged === 'unknown') return payload;
  return payload['status'] === judged ? payload : { ...payload, status: judged };
}

/** The name is the caller's: it may be one of `Object.prototype`. */
function bodyId(refs: SnapshotEntity['refs'], section: string): string | undefined {
  return Object.hasOwn(refs, section) ? refs[section] : undefined;
}

interface Content {
  readonly payload: unknown;
  readonly bytes: number;
}

async function unpack(body: Uint8Array | undefined): Promise<Content> {
  if (!body) return { payload: null, bytes: 0 };
  const text = await unpackBody(body);
  return { payload: JSON.parse(text), bytes: Buffer.byteLength(text) };
}

function toItem(
  { received_at, collected_at, overall }: SnapshotEntity,
  { payload }: Content,
): HistoryItem {
  return {
    received_at: new Date(received_at).toISOString(),
    collected_at: isoOrNull(collected_at),
    overall,
    payload,
  };
}
