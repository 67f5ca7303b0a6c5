import {
  INVITE_SCOPES,
  joinPath,
  type CreateTokenBody,
  type InvitationIssued,
  type LinkFault,
  type LoginLink,
  type TokenView,
} from '@kenny/contract';
import { DAY_MS, MINUTE_MS, type Clock, iso } from '@kenny/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { AuditLog } from '../../audit/index.js';
import { APP_CONFIG, type AppConfig } from '../../config/index.js';
import { Writer, type Tx } from '../../database/index.js';
import { CLOCK, KennyError } from '../../kernel/index.js';
import { by, type Acting } from '../acting.js';
import { hashSecret, newSecret } from '../secrets.js';
import type { LoginLinkEntity } from './login-link.entity.js';
import { LoginLinksRepository } from './login-links.repository.js';
import { mustHold, rightsFor } from './token-rules.js';
import { TokensRepository } from './tokens.repository.js';
import { TokensService } from './tokens.service.js';

export const LINK_LIVES_MS = 3 * DAY_MS;
/** One's own: the other device is at hand. */
export const OWN_LINK_LIVES_MS = 10 * MINUTE_MS;

/** Browsers that are let in by a link: it logs one in, once (ADR 0077). */
@Injectable()
export class InvitationsService {
  constructor(
    private readonly links: LoginLinksRepository,
    private readonly tokens: TokensService,
    private readonly rows: TokensRepository,
    private readonly writer: Writer,
    private readonly audit: AuditLog,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * A token whose secret nobody learns, and the link that opens it.
   * @throws KennyError as when a token is made; `validation` for the scope of admins or programs
   */
  async invite(acting: Acting, body: CreateTokenBody): Promise<InvitationIssued> {
    const rights = rightsFor(body, acting.principal, this.clock.now());
    // Whoever holds an admin's token can set everything right again; of these nobody holds one.
    if (!INVITE_SCOPES.some((scope) => scope === rights.scope)) {
      throw new KennyError('validation', `scope: invite as ${INVITE_SCOPES.join(' or ')}`);
    }
    const { operator, name } = body;
    const token = { operator, name, rights, secret: newSecret(), origin: 'invited' as const };
    return this.writer.write(async (tx) =>
      this.issue(tx, acting, await this.tokens.add(tx, acting, token)),
    );
  }

  /**
   * Another link for somebody who was invited; it ends the one before.
   * @throws KennyError `not_found`, `conflict` (expired), `forbidden` (more than the maker has)
   */
  async again(acting: Acting, tokenId: string): Promise<InvitationIssued> {
    return this.writer.write(async (tx) => {
      const token = await this.rows.holder(tokenId, tx);
      if (token?.revoked_at !== null || token.origin !== 'invited') {
        throw new KennyError('not_found', `Nobody was invited with ${tokenId}; invite them anew.`);
      }
      mustHold(token, acting.principal);
      if (token.expires_at !== null && this.clock.now() >= token.expires_at) {
        throw new KennyError('conflict', 'Their access has expired; invite them anew.');
      }
      await this.links.endOf(tx, token.id, this.clock.now());
      return this.issue(tx, acting, this.tokens.viewOf(token));
    });
  }

  /** For another browser of the same person, with the same token; it ends the one before. */
  async ofOwn(acting: Acting, token_id: string): Promise<LoginLink> {
    return this.writer.write(async (tx) => {
      await this.links.endOf(tx, token_id, this.clock.now());
      return this.link(tx, acting, token_id, OWN_LINK_LIVES_MS, { action: 'other_device' });
    });
  }

  /** Asked before any write: whoever guesses writes nothing. */
  async isKnown(secret: string): Promise<boolean> {
    return (await this.links.byHash(hashSecret(secret))) !== null;
  }

  /** Uses a link up; says why where it opens nothing. */
  async take(tx: Tx, secret: string): Promise<LoginLinkEntity | { fault: LinkFault }> {
    const id = hashSecret(secret);
    const link = await this.links.byHash(id, tx);
    if (!link) return { fault: 'unknown' };
    const now = this.clock.now();
    if (link.used_at !== null) return { fault: 'used' };
    if (link.ended_at !== null || link.token.revoked_at !== null) return { fault: 'ended' };
    const end = Math.min(link.expires_at, link.token.expires_at ?? Infinity);
    if (now >= end) return { fault: 'expired' };
    return (await this.links.use(tx, id, now)) ? link : { fault: 'used' };
  }

  private async issue(tx: Tx, acting: Acting, token: TokenView): Promise<InvitationIssued> {
    const args = { action: 'invite', operator: token.operator.id };
    return { token, ...(await this.link(tx, acting, token.id, LINK_LIVES_MS, args)) };
  }

  private async link(
    tx: Tx,
    acting: Acting,
    token_id: string,
    livesMs: number,
    args: Readonly<Record<string, string>>,
  ): Promise<LoginLink> {
    const [secret, created_at] = [newSecret(), this.clock.now()];
    const end = created_at + livesMs;
    await this.links.add(tx, {
      ...{ id_sha256: hashSecret(secret), token_id },
      ...{ created_at, expires_at: end, used_at: null, ended_at: null },
    });
    const expires_at = iso(end);
    await this.audit.append(tx, {
      ...{ ...by(acting), kind: 'token', target: token_id },
      ...{ args: { ...args, expires_at }, ok: true },
    });
    return { url: this.config.publicUrl + joinPath(secret), expires_at };
  }
}
