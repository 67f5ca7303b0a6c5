import type { Health } from '@kenny/contract';
import { Injectable } from '@nestjs/common';
import { cursorOf, placeOf } from '../database/index.js';
import { KennyError } from '../errors/index.js';
import type { SnapshotEntity } from './entities/index.js';
import { HealthBoard } from './health-board.js';
import { unpackBody } from './section-codec.js';
import { TelemetryRepository } from './telemetry.repository.js';

/** One answer shows at most so many snapshots; the next page starts at `next_cursor`. */
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

  /** The latest snapshot, whole or one section of it. @throws not_found for a section it lacks. */
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
    const bodies = await this.contents(refs.map(([, id]) => id));
    return {
      agent_id,
      collected_at: iso(state?.collected_at ?? null),
      received_at: iso(state?.received_at ?? null),
      snapshot: Object.fromEntries(refs.map(([name, id]) => [name, bodies.get(id)])),
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
    const page = snapshots.slice(0, HISTORY_PAGE);
    const ids = page.flatMap(({ refs }) => refs[section] ?? []);
    const bodies = await this.contents([...new Set(ids)]);
    const last = page.at(-1);
    const more = snapshots.length > HISTORY_PAGE && last !== undefined;
    return {
      items: page.map((snapshot) => toItem(snapshot, section, bodies)),
      next_cursor: more ? cursorOf({ at: last.received_at, id: last.id }) : null,
    };
  }

  private async contents(ids: readonly string[]): Promise<Map<string, unknown>> {
    const stored = await this.repository.bodies(ids);
    return new Map(
      await Promise.all(stored.map(async ({ id, body }) => [id, await unpackBody(body)] as const)),
    );
  }
}

function toItem(
  { received_at, collected_at, overall, refs }: SnapshotEntity,
  section: string,
  bodies: ReadonlyMap<string, unknown>,
): HistoryItem {
  const id = refs[section];
  return {
    received_at: new Date(received_at).toISOString(),
    collected_at: iso(collected_at),
    overall,
    payload: id === undefined ? null : (bodies.get(id) ?? null),
  };
}

function iso(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
