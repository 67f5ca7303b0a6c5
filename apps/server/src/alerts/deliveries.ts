import { randomUUID } from 'node:crypto';
import {
  ALERT_KINDS,
  PUSH_CHANNEL,
  type AlertKind,
  type AlertSeverity,
  type PUSH_WORDS,
} from '@kenny/contract';
import { DAY_MS, MINUTE_MS } from '@kenny/kernel';
import { Injectable } from '@nestjs/common';
import { In, IsNull, LessThanOrEqual, MoreThan, Not, type EntityManager } from 'typeorm';
import { Reads, Writer, type Tx } from '../database/index.js';
import type { Outcome } from './channels/message.js';
import { AlertDeliveryEntity, AlertEntity } from './entities.js';
import { PACE, retryAfter, type Queue } from './rules/pacing.js';
import type { WeeklyWords } from './weekly/weekly-words.js';

/** A place that messages go to: its pace is its own. */
export interface Place {
  readonly channel_id: string;
  readonly address: string;
}

/** Words of what is no single alert. */
export interface OwnWords {
  readonly severity: AlertSeverity;
  readonly title: string;
  readonly text: string;
  readonly page: string;
  /** Of the mail of the week. */
  readonly weekly?: WeeklyWords;
  /** What a notification says instead, since it names nothing. */
  readonly what?: keyof typeof PUSH_WORDS;
}

/** A message with an id that says what it is: the same message has the same id. */
export interface NamedMessage {
  readonly id: string;
  readonly place: Place;
  readonly operator_id: string;
  readonly words: OwnWords;
}

export interface DueDelivery {
  readonly row: AlertDeliveryEntity;
  readonly words: OwnWords & { readonly kind: AlertKind | null };
}

/** Lines of a digest; the page has the rest. */
const DIGEST_LINES = 10;

/** The messages that wait, and what became of those that went. */
@Injectable()
export class Deliveries {
  constructor(
    private readonly reads: Reads,
    private readonly writer: Writer,
  ) {}

  async places(now: number): Promise<Place[]> {
    return this.reads.manager
      .createQueryBuilder(AlertDeliveryEntity, 'one')
      .select('one.channel_id', 'channel_id')
      .addSelect('one.address', 'address')
      .distinct(true)
      .where({ state: 'waiting', next_at: LessThanOrEqual(now) })
      .getRawMany<Place>();
  }

  async queueOf({ channel_id, address }: Place, now: number): Promise<Queue> {
    const here = { channel_id, address };
    const waiting = { ...here, state: 'waiting' as const };
    const due = { next_at: LessThanOrEqual(now) };
    const lately = { ...here, tried_at: MoreThan(now - MINUTE_MS) };
    const count = (where: object) => this.reads.manager.countBy(AlertDeliveryEntity, where);
    const held = this.reads.manager
      .createQueryBuilder(AlertDeliveryEntity, 'one')
      .where({ ...waiting, ...due, attempts: 0 })
      .andWhere('one.next_at > one.created_at');
    return {
      tried: await count({ ...waiting, attempts: MoreThan(0) }),
      triedDue: await count({ ...waiting, ...due, attempts: MoreThan(0) }),
      fresh: await count({ ...waiting, ...due, attempts: 0 }),
      held: await held.getCount(),
      sentInMinute: await count(lately),
      digestInMinute: (await count({ ...lately, alert_id: IsNull() })) > 0,
    };
  }

  /**
   * The next ones, oldest first. Each is marked before it goes: should the server end meanwhile, it
   * goes again with its id.
   */
  claim(
    place: Place,
    { tried, most }: { readonly tried: boolean; readonly most: number },
    now: number,
  ): Promise<DueDelivery[]> {
    return this.writer.write(async ({ manager }) => {
      const rows = await manager.find(AlertDeliveryEntity, {
        where: {
          ...{ ...place, state: 'waiting', next_at: LessThanOrEqual(now) },
          attempts: tried ? MoreThan(0) : 0,
        },
        order: { created_at: 'ASC', id: 'ASC' },
        take: most,
      });
      for (const row of rows) {
        row.attempts += 1;
        row.tried_at = now;
        row.next_at = now + retryAfter(row.attempts);
      }
      await manager.save(rows);
      return withWords(manager, rows);
    });
  }

  async ended(id: string, { result, answer }: Outcome, now: number): Promise<void> {
    if (result === 'failed') return this.change(id, { answer });
    await this.change(id, { state: result === 'sent' ? 'sent' : 'failed', answer, ended_at: now });
  }

  /** Puts back what was claimed and never tried. */
  async putBack(ids: readonly string[], now: number): Promise<void> {
    if (ids.length === 0) return;
    await this.writer.write(({ manager }) =>
      manager.update(
        AlertDeliveryEntity,
        { id: In([...ids]) },
        { attempts: 0, tried_at: null, next_at: now },
      ),
    );
  }

  /** One message in place of all that wait there and were never tried. */
  digest(place: Place, now: number): Promise<void> {
    return this.writer.write(async ({ manager }) => {
      const which = {
        ...{ ...place, state: 'waiting' as const, attempts: 0 },
        ...{ next_at: LessThanOrEqual(now), alert_id: Not(IsNull()) },
      };
      const rows = await manager
        .createQueryBuilder(AlertDeliveryEntity, 'one')
        .innerJoin(AlertEntity, 'alert', 'alert.id = one.alert_id')
        .select('alert.kind', 'kind')
        .addSelect('alert.severity', 'severity')
        .addSelect('COUNT(*)', 'count')
        .where(which)
        .groupBy('alert.kind')
        .addGroupBy('alert.severity')
        .getRawMany<{ kind: AlertKind; severity: AlertSeverity; count: number | string }>();
      const newest = await manager.find(AlertDeliveryEntity, {
        where: which,
        order: { created_at: 'DESC', id: 'DESC' },
        take: DIGEST_LINES,
      });
      const [first] = newest;
      if (!first) return;
      const titles = (await withWords(manager, newest)).map(({ words }) => words.title);
      const counts = rows.map((row) => ({ ...row, count: Number(row.count) }));
      const id = randomUUID();
      await manager.update(AlertDeliveryEntity, which, {
        ...{ state: 'in_digest', digest_id: id, ended_at: now },
      });
      const { operator_id } = first;
      const body = JSON.stringify(digestWords(counts, titles));
      await manager.insert(AlertDeliveryEntity, fresh({ id, ...place, operator_id, body }, now));
    });
  }

  /** Messages that are made together, and once: none when the first is there already. */
  async addOnce(messages: readonly NamedMessage[], now: number): Promise<void> {
    await this.writer.write(async ({ manager }) => {
      const [first] = messages;
      if (!first || (await manager.existsBy(AlertDeliveryEntity, { id: first.id }))) return;
      for (const { id, place, operator_id, words } of messages) {
        const body = JSON.stringify(words);
        await manager.insert(AlertDeliveryEntity, fresh({ id, ...place, operator_id, body }, now));
      }
    });
  }

  has(id: string): Promise<boolean> {
    return this.reads.manager.existsBy(AlertDeliveryEntity, { id });
  }

  /** A message with words of its own, marked as one that is tried now; only once. */
  async addTried(
    place: Place,
    operator_id: string,
    words: OwnWords,
    now: number,
  ): Promise<AlertDeliveryEntity> {
    const row: AlertDeliveryEntity = {
      ...fresh({ id: randomUUID(), ...place, operator_id, body: JSON.stringify(words) }, now),
      ...{ attempts: 1, tried_at: now, expires_at: now + retryAfter(1), next_at: now + DAY_MS },
    };
    await this.writer.write(({ manager }) => manager.insert(AlertDeliveryEntity, row));
    return row;
  }

  /**
   * Browsers that were told of these approvals hear, by a message in its place, that they no longer
   * wait. One that was not told yet is told nothing.
   */
  async tellDecided({ manager }: Tx, alertIds: readonly string[], now: number): Promise<void> {
    const of = { alert_id: In([...alertIds]), channel_id: PUSH_CHANNEL.id };
    const all = await manager.findBy(AlertDeliveryEntity, of);
    const keyOf = ({ alert_id, address }: AlertDeliveryEntity) => `${alert_id} ${address}`;
    // Steps may follow the one that ended the waiting.
    const replaced = new Set(all.filter(({ body }) => body !== null).map(keyOf));
    const told = all.filter(
      (row) => row.body === null && row.attempts > 0 && !replaced.has(keyOf(row)),
    );
    const alerts = await manager.findBy(AlertEntity, { id: In([...alertIds]) });
    const known = new Map(alerts.map((alert) => [alert.id, alert]));
    for (const { alert_id, operator_id, channel_id, address } of told) {
      const alert = known.get(alert_id ?? '');
      if (!alert) continue;
      const { severity, title, page } = alert;
      const body = JSON.stringify({ severity, title, text: '', page, what: 'decided' });
      const own = { id: randomUUID(), channel_id, address, operator_id, body };
      await manager.insert(AlertDeliveryEntity, { ...fresh(own, now), alert_id });
    }
  }

  /** What did not arrive in time is shown as failed. */
  async giveUp(now: number): Promise<void> {
    const late = { state: 'waiting', expires_at: LessThanOrEqual(now) } as const;
    if (!(await this.reads.manager.existsBy(AlertDeliveryEntity, late))) return;
    await this.writer.write(({ manager }) =>
      manager.update(AlertDeliveryEntity, late, { state: 'failed', ended_at: now }),
    );
  }

  find(id: string): Promise<AlertDeliveryEntity | null> {
    return this.reads.manager.findOneBy(AlertDeliveryEntity, { id });
  }

  private async change(id: string, what: Partial<AlertDeliveryEntity>): Promise<void> {
    await this.writer.write(({ manager }) => manager.update(AlertDeliveryEntity, { id }, what));
  }
}

async function withWords(
  manager: EntityManager,
  rows: readonly AlertDeliveryEntity[],
): Promise<DueDelivery[]> {
  const ids = rows.flatMap(({ alert_id }) => alert_id ?? []);
  const alerts = ids.length > 0 ? await manager.findBy(AlertEntity, { id: In(ids) }) : [];
  const known = new Map(alerts.map((alert) => [alert.id, alert]));
  return rows.flatMap((row) => {
    const own = row.body === null ? undefined : (JSON.parse(row.body) as OwnWords);
    const words = own ? { ...own, kind: null } : known.get(row.alert_id ?? '');
    return words ? [{ row, words }] : [];
  });
}

interface KindCount {
  readonly kind: AlertKind;
  readonly severity: AlertSeverity;
  readonly count: number;
}

function digestWords(counts: readonly KindCount[], titles: readonly string[]): OwnWords {
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const byKind = new Map<AlertKind, number>();
  for (const { kind, count } of counts) byKind.set(kind, (byKind.get(kind) ?? 0) + count);
  const kinds = [...byKind].map(([kind, count]) => `${ALERT_KINDS[kind].label}: ${count}`);
  const rest = total - titles.length;
  const lines = [...kinds, ...titles, ...(rest > 0 ? [`and ${rest} more`] : [])];
  return {
    severity: counts.some(({ severity }) => severity === 'crit') ? 'crit' : 'warn',
    ...{ title: `${total} alerts`, text: lines.join('\n'), page: '/settings/alerts' },
    what: 'digest',
  };
}

function fresh(
  own: Place & Pick<AlertDeliveryEntity, 'id' | 'operator_id' | 'body'>,
  now: number,
): AlertDeliveryEntity {
  return {
    ...{ ...own, alert_id: null, state: 'waiting', attempts: 0, created_at: now, next_at: now },
    ...{ expires_at: now + PACE.giveUpMs, tried_at: null, ended_at: null },
    ...{ answer: null, digest_id: null },
  };
}
