import { Injectable } from '@nestjs/common';
import { IsNull, type EntityManager } from 'typeorm';
import { Reads, updateRows, type Tx } from '../../database/index.js';
import { LoginEntity } from './login.entity.js';
import type { Place } from './newest-first.js';
import { OperatorEntity } from './operator.entity.js';
import { TokenEntity } from './token.entity.js';

/** A transaction, or the reading end. */
type In = Pick<Tx, 'manager'>;

/** What of a token can be changed. */
type PersonRightsRow = Pick<TokenEntity, 'scope' | 'agents' | 'classes' | 'decide'>;

/** Rows of operators and tokens. */
@Injectable()
export class TokensRepository {
  constructor(private readonly reads: Reads) {}

  byHash(token_sha256: string): Promise<TokenEntity | null> {
    return this.reads.manager.findOne(TokenEntity, {
      where: { token_sha256 },
      relations: { operator: true },
    });
  }

  /** In a transaction it sees what that one has done so far; without, what is committed. */
  byId(id: string, tx?: Tx): Promise<TokenEntity | null> {
    return this.managerOf(tx).findOne(TokenEntity, { where: { id } });
  }

  /** With the operator whose it is. */
  holder(id: string, tx?: Tx): Promise<TokenEntity | null> {
    return this.managerOf(tx).findOne(TokenEntity, {
      where: { id },
      relations: { operator: true },
    });
  }

  byHashIn({ manager }: In, token_sha256: string): Promise<TokenEntity | null> {
    return manager.findOne(TokenEntity, { where: { token_sha256 } });
  }

  /** Newest first; not those that were revoked, and none of tasks. */
  page(limit: number, after: Place | null, scope?: TokenEntity['scope']): Promise<TokenEntity[]> {
    const query = this.reads.manager
      .createQueryBuilder(TokenEntity, 'token')
      .innerJoinAndSelect('token.operator', 'operator')
      .where('token.revoked_at IS NULL AND token.task_id IS NULL')
      .orderBy('token.created_at', 'DESC')
      .addOrderBy('token.id', 'DESC')
      .limit(limit);
    if (scope !== undefined) query.andWhere('token.scope = :scope', { scope });
    if (after) {
      query.andWhere(
        '(token.created_at < :at OR (token.created_at = :at AND token.id < :id))',
        after,
      );
    }
    return query.getMany();
  }

  /** Of a task, or of every task that was started with that token; not revoked. */
  liveOfTasks(
    { manager }: In,
    of: { readonly task_id: string } | { readonly starter_token_id: string },
  ): Promise<TokenEntity[]> {
    return manager.find(TokenEntity, {
      where: { ...of, revoked_at: IsNull() },
      order: { created_at: 'ASC', id: 'ASC' },
    });
  }

  liveOfOperator({ manager }: In, operator_id: string): Promise<TokenEntity[]> {
    return manager.find(TokenEntity, { where: { operator_id, revoked_at: IsNull() } });
  }

  /** Of people who may approve, each with its operator. */
  deciding({ manager }: In): Promise<TokenEntity[]> {
    return manager.find(TokenEntity, {
      where: { decide: true, revoked_at: IsNull(), task_id: IsNull() },
      relations: { operator: true },
      order: { created_at: 'ASC', id: 'ASC' },
    });
  }

  async change(tx: Tx, id: string, rights: PersonRightsRow): Promise<void> {
    await tx.manager.update(TokenEntity, { id }, rights);
  }

  async renameOperator(tx: Tx, id: string, name: string): Promise<void> {
    await tx.manager.update(OperatorEntity, { id }, { name });
  }

  async close(tx: Tx, id: string, at: number): Promise<void> {
    await tx.manager.update(TokenEntity, { id }, { closed_at: at });
  }

  liveOfScope({ manager }: In, scope: TokenEntity['scope']): Promise<TokenEntity[]> {
    return manager
      .createQueryBuilder(TokenEntity, 'token')
      .where('token.scope = :scope AND token.revoked_at IS NULL', { scope })
      .getMany();
  }

  /** Revoked and expired ones as well. */
  everOfScope(tx: Tx, scope: TokenEntity['scope']): Promise<number> {
    return tx.manager.countBy(TokenEntity, { scope });
  }

  /** Ids of all, revoked and expired ones as well. */
  async ids(): Promise<string[]> {
    const rows = await this.reads.manager.find(TokenEntity, { select: { id: true } });
    return rows.map(({ id }) => id);
  }

  async add(tx: Tx, token: Omit<TokenEntity, 'operator'>): Promise<void> {
    await tx.manager.insert(TokenEntity, token);
  }

  /** Marks it and ends the logins it opened. */
  async revoke(tx: Tx, id: string, at: number): Promise<void> {
    await tx.manager.update(TokenEntity, { id }, { revoked_at: at });
    await tx.manager.delete(LoginEntity, { token_id: id });
  }

  noteClient(tx: Tx, used: readonly Pick<TokenEntity, 'id' | 'client'>[]): Promise<void> {
    return updateRows(tx.manager, TokenEntity, 'id', ['client'], used);
  }

  noteUse(tx: Tx, used: readonly Pick<TokenEntity, 'id' | 'last_used_at'>[]): Promise<void> {
    return updateRows(tx.manager, TokenEntity, 'id', ['last_used_at'], used);
  }

  operator({ manager }: In, id: string): Promise<OperatorEntity | null> {
    return manager.findOne(OperatorEntity, { where: { id } });
  }

  async addOperator(tx: Tx, operator: OperatorEntity): Promise<void> {
    await tx.manager.insert(OperatorEntity, operator);
  }

  private managerOf(tx: Tx | undefined): EntityManager {
    return tx ? tx.manager : this.reads.manager;
  }
}
