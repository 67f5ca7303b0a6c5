import { Injectable } from '@nestjs/common';
import { Reads, updateRows, type Tx } from '../../database/index.js';
import { BrowserSessionEntity } from './browser-session.entity.js';
import type { Place } from './newest-first.js';
import { SESSION_TIMES } from './session-rules.js';

export interface SessionPage {
  readonly limit: number;
  readonly after: Place | null;
  readonly now: number;
  readonly operator?: string;
}

/** Who is logged in comes along. */
const WITH_PERSON = { relations: { token: { operator: true } } };

/** Rows of browser sessions. */
@Injectable()
export class SessionsRepository {
  constructor(private readonly reads: Reads) {}

  byHash(id_sha256: string): Promise<BrowserSessionEntity | null> {
    return this.reads.manager.findOne(BrowserSessionEntity, {
      where: { id_sha256 },
      ...WITH_PERSON,
    });
  }

  byId(tx: Tx, id_sha256: string): Promise<BrowserSessionEntity | null> {
    return tx.manager.findOne(BrowserSessionEntity, { where: { id_sha256 }, ...WITH_PERSON });
  }

  ofOperator(tx: Tx, operator_id: string): Promise<BrowserSessionEntity[]> {
    const where = { token: { operator_id } };
    return tx.manager.find(BrowserSessionEntity, { where, ...WITH_PERSON });
  }

  all(tx: Tx): Promise<BrowserSessionEntity[]> {
    return tx.manager.find(BrowserSessionEntity, WITH_PERSON);
  }

  /** Those that are open, newest first. */
  page({ limit, after, now, operator }: SessionPage): Promise<BrowserSessionEntity[]> {
    const query = this.reads.manager
      .createQueryBuilder(BrowserSessionEntity, 'session')
      .innerJoinAndSelect('session.token', 'token')
      .innerJoinAndSelect('token.operator', 'operator')
      .where('session.opened_at > :oldest AND session.last_used_at > :idle', {
        oldest: now - SESSION_TIMES.longestMs,
        idle: now - SESSION_TIMES.idleMs,
      })
      .andWhere(
        'token.revoked_at IS NULL AND (token.expires_at IS NULL OR token.expires_at > :now)',
        {
          now,
        },
      )
      .orderBy('session.opened_at', 'DESC')
      .addOrderBy('session.id_sha256', 'DESC')
      .limit(limit);
    if (operator !== undefined) query.andWhere('operator.id = :operator', { operator });
    if (after) {
      query.andWhere(
        '(session.opened_at < :at OR (session.opened_at = :at AND session.id_sha256 < :id))',
        after,
      );
    }
    return query.getMany();
  }

  async add(tx: Tx, session: Omit<BrowserSessionEntity, 'token'>): Promise<void> {
    await tx.manager.insert(BrowserSessionEntity, session);
  }

  /** False when it was gone already. */
  async remove(tx: Tx, id_sha256: string): Promise<boolean> {
    const { affected } = await tx.manager.delete(BrowserSessionEntity, { id_sha256 });
    return (affected ?? 0) > 0;
  }

  noteUse(
    tx: Tx,
    used: readonly Pick<BrowserSessionEntity, 'id_sha256' | 'last_used_at'>[],
  ): Promise<void> {
    return updateRows(tx.manager, BrowserSessionEntity, 'id_sha256', ['last_used_at'], used);
  }

  /** Deletes the rows of sessions that are over; says how many. */
  async prune(tx: Tx, now: number): Promise<number> {
    const { affected } = await tx.manager
      .createQueryBuilder()
      .delete()
      .from(BrowserSessionEntity)
      .where('opened_at <= :oldest OR last_used_at <= :idle', {
        oldest: now - SESSION_TIMES.longestMs,
        idle: now - SESSION_TIMES.idleMs,
      })
      .execute();
    return affected ?? 0;
  }
}
