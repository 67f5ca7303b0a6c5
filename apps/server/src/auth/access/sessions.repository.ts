import { Injectable } from '@nestjs/common';
import { Reads, type Tx } from '../../database/index.js';
import { BrowserSessionEntity } from './browser-session.entity.js';
import { SESSION_TIMES } from './session-rules.js';

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
