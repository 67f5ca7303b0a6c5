import { USER_AGENT_LENGTH, type SessionList, type SessionView } from '@kenny/contract';
import { type Clock, iso } from '@kenny/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { AuditLog } from '../../audit/index.js';
import { Writer, type Tx } from '../../database/index.js';
import { CLOCK, EventBus, KennyError } from '../../kernel/index.js';
import { by, type Acting } from '../acting.js';
import { AccessUsage } from './access-usage.js';
import type { BrowserSessionEntity } from './browser-session.entity.js';
import { newestFirstPage, placeIn } from './newest-first.js';
import { PrincipalResolver } from './principal-resolver.js';
import { sessionEnd } from './session-rules.js';
import { SessionsRepository } from './sessions.repository.js';

/** The hash of what a browser keeps. */
const SESSION_ID = /^[0-9a-f]{64}$/;

/** Which sessions are asked for. */
export interface SessionsAsked {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly operator?: string | undefined;
  /** The one that asks, if it is one. */
  readonly current?: string | undefined;
}

/** Browser sessions as an admin sees them: who is logged in, and the way out. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly usage: AccessUsage,
    private readonly resolver: PrincipalResolver,
    private readonly writer: Writer,
    private readonly audit: AuditLog,
    private readonly events: EventBus,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Newest first. @throws KennyError `validation` for a foreign cursor */
  async list({ limit, cursor, operator, current }: SessionsAsked): Promise<SessionList> {
    const rows = await this.sessions.page({
      ...{ limit: limit + 1, now: this.clock.now() },
      after: cursor === undefined ? null : placeIn(cursor, SESSION_ID),
      ...(operator === undefined ? {} : { operator }),
    });
    const { shown, next_cursor } = newestFirstPage(rows, limit, ({ opened_at, id_sha256 }) => ({
      at: opened_at,
      id: id_sha256,
    }));
    return { items: shown.map((row) => this.viewOf(row, current)), next_cursor };
  }

  /** Ends one, with every socket it has open. @throws KennyError `not_found` */
  async end(acting: Acting, id: string): Promise<void> {
    await this.writer.write(async (tx) => {
      const session = await this.sessions.byId(tx, id);
      if (!session) {
        throw new KennyError('not_found', 'There is no such session; list them to see who is in.');
      }
      await this.close(tx, acting, session);
    });
  }

  /** Ends all of a person, who may log in again while a token of theirs is in force. */
  async endAllOf(acting: Acting, operator: string): Promise<number> {
    return this.writer.write(async (tx) => {
      const sessions = await this.sessions.ofOperator(tx, operator);
      for (const session of sessions) await this.close(tx, acting, session);
      return sessions.length;
    });
  }

  /** Ends everybody's, inside the caller's transaction; says how many. */
  async endAllIn(tx: Tx, acting: Acting): Promise<number> {
    const sessions = await this.sessions.all(tx);
    for (const session of sessions) await this.close(tx, acting, session);
    return sessions.length;
  }

  private async close(tx: Tx, acting: Acting, session: BrowserSessionEntity): Promise<void> {
    const { id_sha256: session_id, token_id, token } = session;
    await this.sessions.remove(tx, session_id);
    await this.audit.append(tx, {
      ...by(acting),
      kind: 'login',
      target: 'revoke',
      args: { session_id, token_id, operator: token.operator.id },
      ok: true,
    });
    tx.onCommit(() => {
      this.resolver.forgetSession(session_id);
      this.events.emit('access.ended', { token_id, session_id, at: this.clock.now() });
    });
  }

  private viewOf(session: BrowserSessionEntity, current: string | undefined): SessionView {
    const { id_sha256: id, opened_at, last_used_at, user_agent, token } = session;
    const end = sessionEnd({ opened_at, token_expires_at: token.expires_at });
    return {
      id,
      operator: { id: token.operator.id, name: token.operator.name },
      token: { id: token.id, name: token.name, scope: token.scope },
      opened_at: iso(opened_at),
      last_used_at: iso(Math.max(last_used_at, this.usage.sessionUse(id) ?? 0)),
      expires_at: iso(end),
      user_agent,
      current: id === current,
    };
  }
}

/** What a browser says of itself, as every database keeps it. */
export function keptUserAgent(text: string | undefined): string | null {
  if (text === undefined || text === '') return null;
  return text.toWellFormed().replaceAll('\u0000', '').slice(0, USER_AGENT_LENGTH).toWellFormed();
}
