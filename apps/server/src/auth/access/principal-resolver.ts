import type { Clock } from '@kenny/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, KennyError, type Principal } from '../../kernel/index.js';
import type { Tx } from '../../database/index.js';
import { hashSecret } from '../secrets.js';
import { AccessUsage } from './access-usage.js';
import { GuardedCache } from './guarded-cache.js';
import { isLoginOver, loginEnd } from './login-rules.js';
import { LoginsRepository } from './logins.repository.js';
import type { TokenEntity } from './token.entity.js';
import { TokensRepository } from './tokens.repository.js';

const CACHED = 1_000;
/** Longer than any secret: not worth hashing. */
const LONGEST_SECRET = 512;

/** A login that is open now. */
export interface OpenLogin {
  readonly principal: Principal;
  /** Names the login without giving it away (SHA-256 of the cookie's value, hex). */
  readonly session_id: string;
  readonly token_id: string;
  readonly opened_at: number;
  /** Epoch ms; earlier when it stays unused. */
  readonly expires_at: number;
}

interface KnownToken {
  readonly token_id: string;
  readonly expires_at: number | null;
  readonly principal: Principal;
}

interface KnownLogin extends KnownToken {
  readonly session_id: string;
  readonly opened_at: number;
  readonly stays: boolean;
  last_used_at: number;
}

/**
 * Resolves bearer tokens and cookies to principals, from a bounded cache that every revocation
 * clears before it is reported done; expiry is checked at each use.
 */
@Injectable()
export class PrincipalResolver {
  private readonly knownTokens = new GuardedCache<KnownToken>(CACHED);
  private readonly knownLogins = new GuardedCache<KnownLogin>(CACHED);

  constructor(
    private readonly tokens: TokensRepository,
    private readonly logins: LoginsRepository,
    private readonly usage: AccessUsage,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws KennyError `unauthenticated` for an unknown, expired or revoked token. */
  async fromBearer(secret: string): Promise<Principal> {
    const hash = hashOf(secret);
    const token = hash && (await this.knownTokens.get(hash, () => this.loadToken(hash)));
    if (!token) throw unauthenticated('That token is not valid. Ask an admin for a new one.');
    const now = this.clock.now();
    if (isExpired(token, now)) throw unauthenticated('This token has expired; ask for a new one.');
    this.usage.noteToken(token.token_id, now);
    return token.principal;
  }

  /** @throws KennyError `unauthenticated` when there is no such login or it is over. */
  async fromCookie(value: string): Promise<Principal> {
    return (await this.loginOf(value)).principal;
  }

  /** Like `fromCookie`, with what is known of the login itself. Counts as a use of it. */
  async loginOf(value: string): Promise<OpenLogin> {
    const login = await this.openLogin(value);
    if (!login) throw unauthenticated('You are logged out; log in again.');
    const now = this.clock.now();
    login.last_used_at = now;
    this.usage.noteLogin(login.session_id, now);
    this.usage.noteToken(login.token_id, now);
    const { principal, session_id, token_id, opened_at } = login;
    return { principal, session_id, token_id, opened_at, expires_at: loginEnd(lifeOf(login)) };
  }

  /** Whether the login is open still; to ask does not count as a use of it. */
  async isLoginOpen(value: string): Promise<boolean> {
    return (await this.openLogin(value)) !== null;
  }

  /**
   * Whether somebody who asked or decided may still be acted for: their token stands. Closing the
   * browser does not withdraw what was asked. With `tx` the answer holds for that transaction.
   */
  async stillValid(principal: Pick<Principal, 'kind' | 'token_id'>, tx?: Tx): Promise<boolean> {
    if (principal.kind === 'system') return true;
    if (principal.token_id === null) return false;
    return this.isLive(await this.tokens.byId(principal.token_id, tx), tx);
  }

  /** With what rights the token stands in that transaction; null when it is over. */
  async rightsIn(tokenId: string, tx: Tx): Promise<Principal | null> {
    const token = await this.tokens.holder(tokenId, tx);
    return token && (await this.isLive(token, tx)) ? principalOf(token) : null;
  }

  /** Whoever holds that token, for what they have asked for earlier; null when it is over. */
  async ofToken(tokenId: string): Promise<Principal | null> {
    const token = await this.tokens.holder(tokenId);
    return token && (await this.isLive(token)) ? principalOf(token) : null;
  }

  /** Called when a revocation is durable. */
  forgetToken(tokenId: string): void {
    this.knownTokens.drop(({ token_id }) => token_id === tokenId);
    this.knownLogins.drop(({ token_id }) => token_id === tokenId);
  }

  forgetLogin(sessionId: string): void {
    this.knownLogins.drop(({ session_id }) => session_id === sessionId);
  }

  private async openLogin(value: string): Promise<KnownLogin | null> {
    const hash = hashOf(value);
    if (hash === null) return null;
    const login = await this.knownLogins.get(hash, () => this.loadLogin(hash));
    return login && !isLoginOver(lifeOf(login), this.clock.now()) ? login : null;
  }

  /** The token of a task stands as long as the one that started it. */
  private async isLive(token: TokenEntity | null, tx?: Tx): Promise<boolean> {
    if (token?.revoked_at !== null || isExpired(token, this.clock.now())) return false;
    const { starter_token_id } = token;
    return (
      starter_token_id === null || this.isLive(await this.tokens.byId(starter_token_id, tx), tx)
    );
  }

  private async loadToken(hash: string): Promise<KnownToken | null> {
    const token = await this.tokens.byHash(hash);
    if (token?.revoked_at !== null || token.closed_at !== null) return null;
    // An expired one is told so where it is used.
    const { starter_token_id: starter } = token;
    if (starter !== null && !(await this.isLive(await this.tokens.byId(starter)))) return null;
    return knownToken(token);
  }

  private async loadLogin(hash: string): Promise<KnownLogin | null> {
    const login = await this.logins.byHash(hash);
    if (login?.token.revoked_at !== null) return null;
    const { id_sha256: session_id, opened_at, last_used_at, stays, token } = login;
    return { ...knownToken(token), session_id, opened_at, last_used_at, stays };
  }
}

function hashOf(secret: string): string | null {
  return secret.length > 0 && secret.length <= LONGEST_SECRET ? hashSecret(secret) : null;
}

function knownToken(token: TokenEntity): KnownToken {
  return { token_id: token.id, expires_at: token.expires_at, principal: principalOf(token) };
}

/** People are named by their operator, tasks by themselves, other programs by their token. */
export function principalOf(token: TokenEntity): Principal {
  const { id, scope, agents, classes, decide, elicitation } = token;
  const who = whoseIs(token);
  return Object.freeze({ ...who, scope, token_id: id, agents, classes, decide, elicitation });
}

function whoseIs({ id, name, scope, task_id, operator }: TokenEntity) {
  // One task, whatever token its present run has: a "no" outlives the run.
  if (scope === 'task') return { kind: 'task' as const, id: task_id ?? id, name };
  if (scope === 'mcp') return { kind: 'mcp_client' as const, id, name };
  return { kind: 'operator' as const, id: operator.id, name: operator.name };
}

function lifeOf({ opened_at, last_used_at, stays, expires_at }: KnownLogin) {
  return { opened_at, last_used_at, stays, token_expires_at: expires_at };
}

function isExpired({ expires_at }: { expires_at: number | null }, now: number): boolean {
  return expires_at !== null && now >= expires_at;
}

function unauthenticated(message: string): KennyError {
  return new KennyError('unauthenticated', message);
}
