import { LOGIN_TIMES, STAYING_TIMES } from '@kenny/contract';
import { Injectable } from '@nestjs/common';
import type { SelectQueryBuilder } from 'typeorm';
import { Reads, updateRows, type Tx } from '../../database/index.js';
import { LoginEntity } from './login.entity.js';
import type { Place } from './newest-first.js';
import { REMEMBERED_MS } from './login-rules.js';

export interface LoginPage {
  readonly limit: number;
  readonly after: Place | null;
  readonly now: number;
  readonly operator?: string;
}

/** Who is logged in comes along. */
const WITH_PERSON = { relations: { token: { operator: true } } };

/** Rows of logins. */
@Injectable()
export class LoginsRepository {
  constructor(private readonly reads: Reads) {}

  byHash(id_sha256: string): Promise<LoginEntity | null> {
    return this.reads.manager.findOne(LoginEntity, {
      where: { id_sha256 },
      ...WITH_PERSON,
    });
  }

  byId(tx: Tx, id_sha256: string): Promise<LoginEntity | null> {
    return tx.manager.findOne(LoginEntity, { where: { id_sha256 }, ...WITH_PERSON });
  }

  ofOperator(tx: Tx, operator_id: string): Promise<LoginEntity[]> {
    const where = { token: { operator_id } };
    return tx.manager.find(LoginEntity, { where, ...WITH_PERSON });
  }

  all(tx: Tx): Promise<LoginEntity[]> {
    return tx.manager.find(LoginEntity, WITH_PERSON);
  }

  /** Those that are open, newest first. */
  page({ limit, after, now, operator }: LoginPage): Promise<LoginEntity[]> {
    const query = openAt(this.reads, now)
      .innerJoinAndSelect('token.operator', 'operator')
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

  /** Those of them that nobody ended, open or not, with a token that is good. */
  async rememberedAmong(
    tx: Pick<Tx, 'manager'>,
    ids: readonly string[],
    now: number,
  ): Promise<string[]> {
    if (ids.length === 0) return [];
    const rows = await withGoodToken(tx, now)
      .andWhere('session.id_sha256 IN (:...ids) AND session.last_used_at > :remembered', {
        ...{ ids, remembered: now - REMEMBERED_MS },
      })
      .getMany();
    return rows.map(({ id_sha256 }) => id_sha256);
  }

  async add(tx: Tx, session: Omit<LoginEntity, 'token'>): Promise<void> {
    await tx.manager.insert(LoginEntity, session);
  }

  /** False when it was gone already. */
  async remove(tx: Tx, id_sha256: string): Promise<boolean> {
    const { affected } = await tx.manager.delete(LoginEntity, { id_sha256 });
    return (affected ?? 0) > 0;
  }

  noteUse(tx: Tx, used: readonly Pick<LoginEntity, 'id_sha256' | 'last_used_at'>[]): Promise<void> {
    return updateRows(tx.manager, LoginEntity, 'id_sha256', ['last_used_at'], used);
  }

  /** Deletes the rows of logins that are over and remembered no longer; says how many. */
  async prune(tx: Tx, now: number): Promise<number> {
    const { affected } = await tx.manager
      .createQueryBuilder()
      .delete()
      .from(LoginEntity)
      .where('last_used_at <= :remembered', { remembered: now - REMEMBERED_MS })
      .execute();
    return affected ?? 0;
  }
}

function openAt(tx: Pick<Tx, 'manager'>, now: number): SelectQueryBuilder<LoginEntity> {
  const within = (name: string): string =>
    `session.stays = :${name} AND session.opened_at > :${name}_oldest AND session.last_used_at > :${name}_idle`;
  return withGoodToken(tx, now).andWhere(`((${within('stays')}) OR (${within('leaves')}))`, {
    stays: true,
    stays_oldest: now - STAYING_TIMES.longestMs,
    stays_idle: now - STAYING_TIMES.idleMs,
    leaves: false,
    leaves_oldest: now - LOGIN_TIMES.longestMs,
    leaves_idle: now - LOGIN_TIMES.idleMs,
  });
}

function withGoodToken(
  { manager }: Pick<Tx, 'manager'>,
  now: number,
): SelectQueryBuilder<LoginEntity> {
  return manager
    .createQueryBuilder(LoginEntity, 'session')
    .innerJoinAndSelect('session.token', 'token')
    .where('token.revoked_at IS NULL AND (token.expires_at IS NULL OR token.expires_at > :now)', {
      now,
    });
}
