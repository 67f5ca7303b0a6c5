import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../config/index.js';
import { SYSTEM } from '../../context/index.js';
import { Writer, type Tx } from '../../database/index.js';
import type { Acting } from '../acting.js';
import { hashSecret, newSecret } from '../secrets.js';
import { ALL_RIGHTS } from './token-rules.js';
import type { TokenOrigin } from './token.entity.js';
import { TokensRepository } from './tokens.repository.js';
import { TokensService } from './tokens.service.js';

/** What boot has to tell about the first admin token. */
export type FirstAdmin =
  /** Made just now: print it, it is shown this once. */
  | { readonly kind: 'generated'; readonly token: string }
  /** KENNY_OPERATOR_TOKEN is in force. */
  | { readonly kind: 'environment' }
  /** KENNY_OPERATOR_TOKEN names a token that was revoked; it stays so. Say it. */
  | { readonly kind: 'revoked' }
  | { readonly kind: 'existing' };

const FIRST_OPERATOR = { id: 'admin' };
const BOOT: Acting = { principal: SYSTEM, door: 'system', request_id: 'boot' };

/** Sees to it at boot that somebody can administer this server (design §9). */
@Injectable()
export class FirstAdminToken {
  constructor(
    private readonly tokens: TokensService,
    private readonly rows: TokensRepository,
    private readonly writer: Writer,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'operatorToken'>,
  ) {}

  /** Before anybody is let in: what KENNY_OPERATOR_TOKEN says holds from the first request on. */
  async ensureConfigured(): Promise<void> {
    if (this.config.operatorToken !== null) await this.ensure();
  }

  /**
   * KENNY_OPERATOR_TOKEN becomes an admin token; another value takes its place, so that changing
   * the variable ends the old one, whatever the new one is. Without the variable one is generated if there is no admin token.
   */
  ensure(): Promise<FirstAdmin> {
    const secret = this.config.operatorToken;
    return this.writer.write((tx) =>
      secret === null ? this.generateIfNone(tx) : this.follow(tx, secret),
    );
  }

  private async generateIfNone(tx: Tx): Promise<FirstAdmin> {
    if ((await this.rows.liveOfScope(tx, 'admin')).length > 0) return { kind: 'existing' };
    const token = newSecret();
    await this.add(tx, token, 'first_start', 'first admin token');
    return { kind: 'generated', token };
  }

  private async follow(tx: Tx, secret: string): Promise<FirstAdmin> {
    const hash = hashSecret(secret);
    for (const admin of await this.rows.liveOfScope(tx, 'admin')) {
      const earlier = admin.origin === 'environment' && admin.token_sha256 !== hash;
      if (earlier) await this.tokens.end(tx, BOOT, admin);
    }
    const known = await this.rows.byHashIn(tx, hash);
    if (known) return { kind: known.revoked_at === null ? 'environment' : 'revoked' };
    await this.add(tx, secret, 'environment', 'KENNY_OPERATOR_TOKEN');
    return { kind: 'environment' };
  }

  private async add(tx: Tx, secret: string, origin: TokenOrigin, name: string): Promise<void> {
    const operator = FIRST_OPERATOR;
    await this.tokens.add(tx, BOOT, { operator, name, rights: ALL_RIGHTS, secret, origin });
  }
}
