import { USER_AGENT_LENGTH, type SessionList, type SessionView } from '@kenny/contract';
import { type Clock, iso } from '@kenny/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { AuditLog } from '../../audit/index.js';
import { Writer, type Tx } from '../../database/index.js';
import { CLOCK, EventBus, KennyError } from '../../kernel/index.js';
import { by, type Acting } from '../acting.js';
import { AccessUsage } from './access-usage.js';
import type { LoginEntity } from './login.entity.js';
import { newestFirstPage, placeIn } from './newest-first.js';
import { PrincipalResolver } from './principal-resolver.js';
import { isLoginOver, loginEnd, type LoginLife } from './login-rules.js';
import { LoginsRepository } from './logins.repository.js';

/** Hash of the cookie's value. */
const LOGIN_ID = /^[0-9a-f]{64}$/;

export interface LoginsAsked {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly operator?: string | undefined;
  /** The caller's own login. */
  readonly current?: string | undefined;
}

/** Logins as an admin sees and ends them, and as a person does their own. */
@Injectable()
export class LoginsService {
  constructor(
    private readonly logins: LoginsRepository,
    private readonly usage: AccessUsage,
    private readonly resolver: PrincipalResolver,
    private readonly writer: Writer,
    private readonly audit: AuditLog,
    private readonly events: EventBus,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Newest first. @throws KennyError `validation` for a foreign cursor */
  async list({ limit, cursor, operator, current }: LoginsAsked): Promise<SessionList> {
    const rows = await this.logins.page({
      ...{ limit: limit + 1, now: this.clock.now() },
      after: cursor === undefined ? null : placeIn(cursor, LOGIN_ID),
      ...(operator === undefined ? {} : { operator }),
    });
    const { shown, next_cursor } = newestFirstPage(rows, limit, ({ opened_at, id_sha256 }) => ({
      at: opened_at,
      id: id_sha256,
    }));
    return { items: shown.map((row) => this.viewOf(row, current)), next_cursor };
  }

  /** Those of them that nobody ended, for what outlives a login that is over by time alone. */
  rememberedAmong(tx: Pick<Tx, 'manager'>, ids: readonly string[]): Promise<string[]> {
    return this.logins.rememberedAmong(tx, ids, this.clock.now());
  }

  /**
   * Ends one and its sockets.
   * @param of - whose it must be; another's is as good as none
   * @throws KennyError `not_found`
   */
  async end(acting: Acting, id: string, of?: string): Promise<void> {
    await this.writer.write(async (tx) => {
      const login = await this.logins.byId(tx, id);
      if (!login || (of !== undefined && login.token.operator.id !== of)) {
        throw new KennyError(
          'not_found',
          'There is no such login; list them to see who is logged in.',
        );
      }
      await this.close(tx, acting, login);
    });
  }

  /**
   * Ends all of a person, who may log in again with a valid token; says how many were open.
   * @param but - the one that stays
   */
  async endAllOf(acting: Acting, operator: string, but?: string): Promise<number> {
    return this.writer.write(async (tx) => {
      const all = await this.logins.ofOperator(tx, operator);
      const logins = all.filter(({ id_sha256 }) => id_sha256 !== but);
      return this.closeAll(tx, acting, logins);
    });
  }

  /** Ends everybody's, inside the caller's transaction; says how many were open. */
  async endAllIn(tx: Tx, acting: Acting): Promise<number> {
    return this.closeAll(tx, acting, await this.logins.all(tx));
  }

  private async closeAll(tx: Tx, acting: Acting, logins: readonly LoginEntity[]): Promise<number> {
    const now = this.clock.now();
    for (const login of logins) await this.close(tx, acting, login);
    return logins.filter((login) => !isLoginOver(lifeOf(login), now)).length;
  }

  private async close(tx: Tx, acting: Acting, login: LoginEntity): Promise<void> {
    const { id_sha256: session_id, token_id, token } = login;
    await this.logins.remove(tx, session_id);
    await this.audit.append(tx, {
      ...by(acting),
      kind: 'login',
      target: 'revoke',
      args: { session_id, token_id, operator: token.operator.id },
      ok: true,
    });
    tx.onCommit(() => {
      this.resolver.forgetLogin(session_id);
      this.events.emit('access.ended', { token_id, session_id, at: this.clock.now() });
    });
  }

  private viewOf(login: LoginEntity, current: string | undefined): SessionView {
    const { id_sha256: id, opened_at, last_used_at, user_agent, stays, token } = login;
    return {
      id,
      operator: { id: token.operator.id, name: token.operator.name },
      token: { id: token.id, name: token.name, scope: token.scope },
      opened_at: iso(opened_at),
      last_used_at: iso(Math.max(last_used_at, this.usage.loginUse(id) ?? 0)),
      expires_at: iso(loginEnd(lifeOf(login))),
      user_agent,
      stays,
      current: id === current,
    };
  }
}

function lifeOf({ opened_at, last_used_at, stays, token }: LoginEntity): LoginLife {
  return { opened_at, last_used_at, stays, token_expires_at: token.expires_at };
}

/** A user agent as every database can store it. */
export function keptUserAgent(text: string | undefined): string | null {
  if (text === undefined || text === '') return null;
  return text.toWellFormed().replaceAll('\u0000', '').slice(0, USER_AGENT_LENGTH).toWellFormed();
}
