import type { SectionHealth } from '@kenny/contract';
import { randomUUID } from 'node:crypto';
import { Between, In, LessThan } from 'typeorm';
import { Injectable } from '@nestjs/common';
import {
  asFlag,
  deleteSome,
  insertRows,
  Reads,
  type RowPlace,
  type Tx,
} from '../database/index.js';
import {
  HealthChangeEntity,
  HealthDayEntity,
  HealthLimitEntity,
  PcHealthEntity,
  SectionBodyEntity,
  SnapshotEntity,
  SnoozeEntity,
} from './entities/index.js';
import type { HealthChange } from './health-changes.js';

const BODY_COLUMNS = ['id', 'section', 'body', 'used_at'] as const;
const SNAPSHOT_COLUMNS = [
  ...(['id', 'agent_uid', 'received_at', 'collected_at', 'overall', 'refs', 'points'] as const),
];
const HEALTH_COLUMNS = [
  ...(['agent_uid', 'received_at', 'collected_at', 'sections', 'refs'] as const),
  ...(['strip', 'strip_slot'] as const),
];
const CHANGE_COLUMNS = [
  ...(['id', 'agent_uid', 'at', 'section', 'status', 'snoozed', 'reason'] as const),
];
const DAY_COLUMNS = ['agent_uid', 'day', 'hours'] as const;
const HEALTH_UPDATES = HEALTH_COLUMNS.map((column) => `${column} = excluded.${column}`).join(', ');

const texts = new WeakMap<object, string>();

/** JSON of an object that is replaced, never mutated: serialized once, however often it is stored. */
function jsonTextOf(value: object): string {
  const known = texts.get(value);
  if (known !== undefined) return known;
  const text = JSON.stringify(value);
  texts.set(value, text);
  return text;
}

function jsonListOf(values: readonly object[]): string {
  return `[${values.map(jsonTextOf).join(',')}]`;
}

/** As the entities' `simple-json` columns are read. */
function asStored(value: object | string | number | null): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Array.isArray(value) ? jsonListOf(value) : jsonTextOf(value);
}

export interface StoredSnapshot {
  readonly snapshot: SnapshotEntity;
  readonly health: PcHealthEntity;
  readonly bodies: readonly SectionBodyEntity[];
  /** When there is something new of it. */
  readonly day: HealthDayEntity | undefined;
  /** Checks that are not as they were before. */
  readonly changes: readonly HealthChange[];
}

/** Epoch ms, both inclusive. */
export interface SnapshotSpan {
  readonly from: number;
  readonly to: number;
  /** The last snapshot of the page before. */
  readonly before?: RowPlace;
}

/** Snapshots in the database; what charts ask of it is in `charts/`. */
@Injectable()
export class TelemetryRepository {
  constructor(private readonly reads: Reads) {}

  /**
   * A batch of snapshots, one statement per table; at most one per PC, since its health is one row.
   */
  async store({ manager }: Tx, stored: readonly StoredSnapshot[]): Promise<void> {
    const bodies = new Map(stored.flatMap((one) => one.bodies.map((body) => [body.id, body])));
    await insertRows(
      manager,
      'section_bodies',
      BODY_COLUMNS,
      [...bodies.values()].map((body) => BODY_COLUMNS.map((column) => body[column])),
      '(id) DO UPDATE SET used_at = excluded.used_at',
    );
    await insertRows(
      manager,
      'snapshots',
      SNAPSHOT_COLUMNS,
      stored.map(({ snapshot }) => SNAPSHOT_COLUMNS.map((column) => asStored(snapshot[column]))),
    );
    await insertRows(
      manager,
      'pc_health',
      HEALTH_COLUMNS,
      stored.map(({ health }) => HEALTH_COLUMNS.map((column) => asStored(health[column]))),
      `(agent_uid) DO UPDATE SET ${HEALTH_UPDATES}`,
    );
    await insertRows(
      manager,
      'health_days',
      DAY_COLUMNS,
      stored.flatMap(({ day }) => (day ? [DAY_COLUMNS.map((column) => day[column])] : [])),
      '(agent_uid, day) DO UPDATE SET hours = excluded.hours',
    );
  }

  async storeChanges({ manager }: Tx, changes: readonly HealthChange[]): Promise<void> {
    await insertRows(
      manager,
      'health_changes',
      CHANGE_COLUMNS,
      changes.map(({ agent_uid, at, check, status, snoozed, reason }) => [
        ...[randomUUID(), agent_uid, at, check, status, asFlag(manager, snoozed), reason],
      ]),
    );
  }

  /** Newest first. @param of - whose; undefined: of every PC */
  changes(
    { from, to }: Pick<SnapshotSpan, 'from' | 'to'>,
    of: readonly string[] | undefined,
    most: number,
  ): Promise<HealthChangeEntity[]> {
    return this.reads.manager.find(HealthChangeEntity, {
      where: { at: Between(from, to), ...(of && { agent_uid: In([...of]) }) },
      order: { at: 'DESC', id: 'DESC' },
      take: most,
    });
  }

  /** Of a PC whose data are as they were, and judged otherwise. */
  async storeSections(
    { manager }: Tx,
    agent_uid: string,
    sections: readonly SectionHealth[],
  ): Promise<void> {
    await manager.update(PcHealthEntity, { agent_uid }, { sections: [...sections] });
  }

  allHealth(): Promise<PcHealthEntity[]> {
    return this.reads.manager.find(PcHealthEntity);
  }

  /** Newest first; with `before`, those that come after that place. */
  snapshots(
    agent_uid: string,
    { from, to, before }: SnapshotSpan,
    most: number,
  ): Promise<SnapshotEntity[]> {
    const span = { agent_uid, received_at: Between(from, to) };
    const rest = before && [
      { agent_uid, received_at: Between(from, Math.min(to, before.at - 1)) },
      { agent_uid, received_at: before.at, id: LessThan(before.id) },
    ];
    return this.reads.manager.find(SnapshotEntity, {
      where: rest ?? span,
      order: { received_at: 'DESC', id: 'DESC' },
      take: most,
    });
  }

  bodies(ids: readonly string[]): Promise<SectionBodyEntity[]> {
    return this.reads.manager.find(SectionBodyEntity, { where: { id: In([...ids]) } });
  }

  /** That day of every PC. */
  daysOf(day: number): Promise<HealthDayEntity[]> {
    return this.reads.manager.find(HealthDayEntity, { where: { day } });
  }

  /** PCs that have any stored telemetry. */
  async owners(): Promise<string[]> {
    const rows = await this.reads.manager.find(PcHealthEntity, { select: { agent_uid: true } });
    return rows.map(({ agent_uid }) => agent_uid);
  }

  /**
   * Deletes a chunk of a PC's data; true when there is more. Health goes last: until then the PC is
   * among `owners`, so that what a shutdown leaves is found again.
   */
  async forgetSome({ manager }: Tx, agentUid: string, most: number): Promise<boolean> {
    const place = { table: 'snapshots', column: 'agent_uid' };
    if (await deleteSome(manager, place, agentUid, most)) return true;
    const changes = { table: 'health_changes', column: 'agent_uid' };
    if (await deleteSome(manager, changes, agentUid, most)) return true;
    // At most one a day.
    await manager.delete(HealthDayEntity, { agent_uid: agentUid });
    await manager.delete(SnoozeEntity, { agent_uid: agentUid });
    await manager.delete(HealthLimitEntity, { scope: 'pc', subject: agentUid });
    await manager.delete(PcHealthEntity, { agent_uid: agentUid });
    return false;
  }
}
