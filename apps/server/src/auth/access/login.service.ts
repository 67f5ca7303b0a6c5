import type { Clock, MeView } from '@kenny/contract';
import { Inject, Injectable } from '@nestjs/common';
import { AuditLog, type AuditEntry } from '../../audit/index.js';
import { addressGroup, CLOCK, SYSTEM, type Principal } from '../../context/index.js';
import { Writer } from '../../database/index.js';
import { KennyError } from '../../errors/index.js';
import { EventBus } from '../../events/index.js';
import { actorOf, by, iso, type Acting, type Anonymous } from '../acting.js';
import { FailureLimiter } from '../failure-limiter.js';
import { hashSecret, newSecret } from '../secrets.js';
import { PrincipalResolver, type OpenSession } from './principal-resolver.js';
import { sessionEnd } from './session-rules.js';
import { keptUserAgent } from './sessions.service.js';
import { SessionsRepository } from './sessions.repository.js';
import { isMcpScope } from './token-rules.js';
import { TokensRepository } from './tokens.repository.js';

const LIMITS = { failures: 5, windowMs: 5 * 60_000 } as const;
const TARGET = 'login';

/** A browser session just opened. */
export interface Login {
  /** The cookie's value; only its hash is kept. */
  readonly cookie: string;
  /** Seconds until the session ends at the latest: the cookie's Max-Age. */
  readonly max_age_s: number;
  readonly me: MeView;
}

/** Browser sessions: opened with a token, ended by logout, by time or with the token. */
@Injectable()
export class LoginService {
  private readonly failures: FailureLimiter;

  constructor(
    private readonly resolver: PrincipalResolver,
    private readonly tokens: TokensRepository,
    private readonly sessions: SessionsRepository,
    private readonly writer: Writer,
    private readonly audit: AuditLog,
    private readonly events: EventBus,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.failures = new FailureLimiter(clock, LIMITS);
  }

  /**
   * Opens a session with exactly the rights of the token (D6).
   * @throws KennyError `unauthenticated`; `wrong_scope` for mcp and task tokens; `rate_limited` with
   * `retry_after` (seconds) after five failures from one address.
   * @param userAgent what the browser says of itself; shown to admins, never believed
   */
  async login(from: Anonymous, secret: string, userAgent?: string): Promise<Login> {
    const group = addressGroup(from.address);
    this.mustNotBeShutOut(group);
    const principal = await this.prove(from, group, secret);
    const { token_id } = principal;
    if (isMcpScope(principal.scope) || token_id === null) {
      const message = `A token of scope ${principal.scope} only opens /mcp; log in with an operator's.`;
      this.failures.fail(group);
      this.audit.record(refusal(from, principal, 'wrong_scope'));
      throw new KennyError('wrong_scope', message);
    }
    return this.open({ ...from, principal }, token_id, keptUserAgent(userAgent));
  }

  /** Ends the session behind a cookie; one that is over already is no error. */
  async logout(acting: Acting, cookie: string): Promise<void> {
    const session_id = hashSecret(cookie);
    const { token_id } = acting.principal;
    await this.writer.write(async (tx) => {
      if (!(await this.sessions.remove(tx, session_id))) return;
      await this.audit.append(tx, { ...by(acting), kind: 'login', target: 'logout', ok: true });
      tx.onCommit(() => {
        this.resolver.forgetSession(session_id);
        if (token_id === null) return;
        this.events.emit('access.ended', { token_id, session_id, at: this.clock.now() });
      });
    });
  }

  private mustNotBeShutOut(group: string): void {
    const retry_after = this.failures.retryAfter(group);
    if (retry_after === 0) return;
    throw new KennyError(
      'rate_limited',
      `Too many failed logins from your address; try again in ${retry_after} s.`,
      { retry_after },
    );
  }

  private async prove(from: Anonymous, group: string, secret: string): Promise<Principal> {
    try {
      return await this.resolver.fromBearer(secret);
    } catch (error) {
      if (error instanceof KennyError && error.code === 'unauthenticated') {
        this.failures.fail(group);
        this.audit.record(refusal(from, SYSTEM, error.code));
      }
      throw error;
    }
  }

  private open(
    acting: Acting & Anonymous,
    token_id: string,
    user_agent: string | null,
  ): Promise<Login> {
    const cookie = newSecret();
    const now = this.clock.now();
    return this.writer.write(async (tx) => {
      // Looked up again: it may have been revoked since, and then no session may outlive it.
      const token = await this.tokens.byId(token_id, tx);
      if (!token || token.revoked_at !== null) {
        throw new KennyError('unauthenticated', 'This token was revoked; ask for a new one.');
      }
      const session = {
        id_sha256: hashSecret(cookie),
        token_id,
        opened_at: now,
        last_used_at: now,
        user_agent,
      };
      await this.sessions.add(tx, session);
      const args = { address: acting.address, token_id };
      await this.audit.append(tx, { ...by(acting), kind: 'login', target: TARGET, args, ok: true });
      const expires_at = sessionEnd({ opened_at: now, token_expires_at: token.expires_at });
      return {
        cookie,
        max_age_s: Math.floor((expires_at - now) / 1000),
        me: meView(acting.principal, { opened_at: now, expires_at }),
      };
    });
  }
}

/** `GET /api/me`. `session` is null for a bearer token. */
export function meView(
  principal: Principal,
  session: Pick<OpenSession, 'opened_at' | 'expires_at'> | null,
): MeView {
  const { kind, id, name, scope, agents, classes, decide } = principal;
  return {
    kind,
    id,
    name,
    scope,
    agents: agents && [...agents],
    classes: [...classes],
    decide,
    session: session && {
      opened_at: iso(session.opened_at),
      expires_at: iso(session.expires_at),
    },
  };
}

function refusal(
  { address, door, request_id }: Anonymous,
  who: Principal,
  code: 'unauthenticated' | 'wrong_scope',
): AuditEntry {
  return {
    kind: 'login',
    actor: actorOf(who),
    door,
    request_id,
    target: TARGET,
    args: { address },
    ok: false,
    code,
  };
}
