import type { LinkFault, MeView } from '@kenny/contract';
import { type Clock, iso } from '@kenny/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { AuditLog } from '../../audit/index.js';
import { CLOCK, EventBus, KennyError, type Principal } from '../../kernel/index.js';
import { Writer, type Tx } from '../../database/index.js';
import { by, type Acting, type Anonymous } from '../acting.js';
import { hashSecret, newSecret } from '../secrets.js';
import { BearerProof } from './bearer-proof.js';
import { InvitationsService } from './invitations.service.js';
import { PrincipalResolver, principalOf, type OpenLogin } from './principal-resolver.js';
import { RefusedProofs } from './refused-proofs.js';
import { loginEnd } from './login-rules.js';
import { keptUserAgent } from './logins.service.js';
import { LoginsRepository } from './logins.repository.js';
import { isMcpScope } from './token-rules.js';
import { TokensRepository } from './tokens.repository.js';

const TARGET = 'login';
const LINK = 'link';

/** Why a link opens nothing, and what to do. */
const LINK_WORDS: Readonly<Record<LinkFault, string>> = {
  used: 'This link was used already; it works once. Ask whoever sent it for a new one.',
  expired: 'This link has expired. Ask whoever sent it for a new one.',
  ended: 'This link was replaced or revoked. Ask whoever sent it for a new one.',
  unknown: 'This link is not known here. Copy the whole link, or ask for a new one.',
};

/** What a browser says when it logs in. */
export interface LoginAsked {
  /** Untrusted; shown to admins. */
  readonly userAgent?: string | undefined;
  /** It is somebody's own device. */
  readonly stays?: boolean | undefined;
}

/** A login just opened. */
export interface Login {
  /** The cookie's value; only its hash is kept. */
  readonly cookie: string;
  /** The cookie's Max-Age: seconds until the login ends at the latest. */
  readonly max_age_s: number;
  readonly me: MeView;
}

/** Logins: opened with a token, ended by logout, by time or with the token. */
@Injectable()
export class LoginService {
  constructor(
    private readonly proofs: BearerProof,
    private readonly refused: RefusedProofs,
    private readonly resolver: PrincipalResolver,
    private readonly tokens: TokensRepository,
    private readonly logins: LoginsRepository,
    private readonly invitations: InvitationsService,
    private readonly writer: Writer,
    private readonly audit: AuditLog,
    private readonly events: EventBus,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Logs in with exactly the rights of the token (D6).
   * @throws KennyError `unauthenticated`; `wrong_scope` for mcp and task tokens; `rate_limited` with
   * `retry_after` (seconds) for wrong tokens after many from one address, never for a right one.
   */
  async login(from: Anonymous, secret: string, asked: LoginAsked = {}): Promise<Login> {
    const principal = await this.proofs.recognise(from, secret, TARGET);
    const { token_id } = principal;
    if (isMcpScope(principal.scope) || token_id === null) {
      const message = `A token of scope ${principal.scope} only opens /mcp; log in with an operator's.`;
      const error = new KennyError('wrong_scope', message);
      throw await this.refused.refuse(from, TARGET, error, principal);
    }
    const acting = { ...from, principal };
    return this.writer.write((tx) => this.openIn(tx, acting, token_id, asked, TARGET));
  }

  /**
   * Logs in with an invitation's link, once.
   * @throws KennyError `unauthenticated` with `link` in its details, `rate_limited`
   */
  async loginByLink(from: Anonymous, secret: string, asked: LoginAsked = {}): Promise<Login> {
    const opened = await this.openedBy(from, secret, asked);
    if (!('fault' in opened)) return opened;
    const { fault } = opened;
    const error = new KennyError('unauthenticated', LINK_WORDS[fault], { link: fault });
    throw await this.refused.refuse(from, LINK, error, undefined, fault);
  }

  private async openedBy(
    from: Anonymous,
    secret: string,
    asked: LoginAsked,
  ): Promise<Login | { fault: LinkFault }> {
    if (!(await this.invitations.isKnown(secret))) return { fault: 'unknown' };
    return this.writer.write(async (tx) => {
      const link = await this.invitations.take(tx, secret);
      if ('fault' in link) return link;
      const acting = { ...from, principal: principalOf(link.token) };
      return this.openIn(tx, acting, link.token_id, asked, LINK);
    });
  }

  /** Logs out; a login that has ended already is no error. */
  async logout(acting: Acting, cookie: string): Promise<void> {
    const session_id = hashSecret(cookie);
    const { token_id } = acting.principal;
    await this.writer.write(async (tx) => {
      if (!(await this.logins.remove(tx, session_id))) return;
      await this.audit.append(tx, { ...by(acting), kind: 'login', target: 'logout', ok: true });
      tx.onCommit(() => {
        this.resolver.forgetLogin(session_id);
        if (token_id === null) return;
        this.events.emit('access.ended', { token_id, session_id, at: this.clock.now() });
      });
    });
  }

  private async openIn(
    tx: Tx,
    acting: Acting & Anonymous,
    token_id: string,
    { userAgent, stays = false }: LoginAsked,
    target: string,
  ): Promise<Login> {
    const cookie = newSecret();
    const now = this.clock.now();
    // Looked up again: no login may outlive a token that was revoked meanwhile.
    const token = await this.tokens.byId(token_id, tx);
    if (!token || token.revoked_at !== null) {
      throw new KennyError('unauthenticated', 'This token was revoked; ask for a new one.');
    }
    const session = {
      id_sha256: hashSecret(cookie),
      token_id,
      opened_at: now,
      last_used_at: now,
      user_agent: keptUserAgent(userAgent),
      stays,
    };
    await this.logins.add(tx, session);
    const args = { address: acting.address, token_id, ...(stays ? { stays } : {}) };
    await this.audit.append(tx, { ...by(acting), kind: 'login', target, args, ok: true });
    const expires_at = loginEnd({ opened_at: now, stays, token_expires_at: token.expires_at });
    return {
      cookie,
      max_age_s: Math.floor((expires_at - now) / 1000),
      me: meView(acting.principal, { opened_at: now, expires_at }),
    };
  }
}

/** `GET /api/me`. `session` is null for a bearer token. */
export function meView(
  principal: Principal,
  session: Pick<OpenLogin, 'opened_at' | 'expires_at'> | null,
): MeView {
  const { kind, id, name, scope, agents, classes, decide, token_id } = principal;
  return {
    kind,
    id,
    name,
    scope,
    agents: agents && [...agents],
    classes: [...classes],
    decide,
    ...(token_id !== null && { token_id }),
    session: session && {
      opened_at: iso(session.opened_at),
      expires_at: iso(session.expires_at),
    },
  };
}
