import { Injectable } from '@nestjs/common';
import { Reads, type Tx } from '../../database/index.js';
import { BrowserSessionEntity } from './browser-session.entity.js';
import { SESSION_TIMES } from './session-rules.js';

/** Where a page of sessions goes on: the last one shown. */
export interface SessionCursor {
  readonly opened_at: number;
  readonly id: string;
}

export interface SessionPage {
  readonly limit: number;
  readonly after: SessionCursor | null;
  readonly now: number;
  readonly operator?: string;
}

/** Rows of browser sessions. */
@Injectable()
export class SessionsRepository {
  constructor(private readonly reads: Reads) {}

  byHash(id_sha256: string): Promise<BrowserSessionEntity | null> {
    return this.reads.manager.findOne(BrowserSessionEntity, {
      where: { id_sha256 },
      relations: { token: { operator: true } },
    });
  }

  byId(tx: Tx, id_sha256: string): Promise<BrowserSessionEntity | null> {
    const relations = { token: { operator: true } };
    return tx.manager.findOne(BrowserSessionEntity, { where: { id_sha256 }, relations });
  }

  ofOperator(tx: Tx, operator_id: string): Promise<BrowserSessionEntity[]> {
    const relations = { token: { operator: true } };
    return tx.manager.find(BrowserSessionEntity, { where: { token: { operator_id } }, relations });
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
        '(session.opened_at < :opened_at OR ' +
          '(session.opened_at = :opened_at AND session.id_sha256 < :id))',
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

  async noteUse(tx: Tx, id_sha256: string, at: number): Promise<void> {
    await tx.manager.update(BrowserSessionEntity, { id_sha256 }, { last_used_at: at });
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
