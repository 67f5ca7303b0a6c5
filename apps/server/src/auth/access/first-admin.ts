import { faultPoint } from '@kenny/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../config/index.js';
import { Reads, Writer, type Tx } from '../../database/index.js';
import { SYSTEM } from '../../kernel/index.js';
import type { Acting } from '../acting.js';
import { hashSecret, newSecret } from '../secrets.js';
import { ALL_RIGHTS } from './token-rules.js';
import type { TokenEntity, TokenOrigin } from './token.entity.js';
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
    private readonly reads: Reads,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'operatorToken'>,
  ) {}

  /** Before anybody is let in: what KENNY_OPERATOR_TOKEN says holds from the first request on. */
  async ensureConfigured(): Promise<void> {
    if (this.config.operatorToken !== null) await this.ensure();
  }

  /**
   * KENNY_OPERATOR_TOKEN becomes an admin token; another value takes its place, so that changing
   * the variable ends the old one, whatever the new one is. Without the variable one is generated
   * if there is no admin token.
   * @param keep - given a generated token before it counts: if it cannot be kept for a person, or the
   *   process ends here, the next start makes another one
   */
  async ensure(keep: (token: string) => void = () => undefined): Promise<FirstAdmin> {
    // Most starts have nothing to write, and on a full disk they cannot.
    const found = await this.asItIs();
    if (found) return found;
    const secret = this.config.operatorToken;
    const admin = await this.writer.write((tx) =>
      secret === null ? this.generateIfNone(tx, keep) : this.follow(tx, secret),
    );
    faultPoint('server.first_token_committed');
    return admin;
  }

  private async asItIs(): Promise<FirstAdmin | undefined> {
    const secret = this.config.operatorToken;
    const admins = await this.rows.liveOfScope(this.reads, 'admin');
    if (secret === null) return admins.length > 0 ? { kind: 'existing' } : undefined;
    const hash = hashSecret(secret);
    if (admins.some((admin) => isEarlier(admin, hash))) return undefined;
    const known = await this.rows.byHashIn(this.reads, hash);
    return known ? environment(known) : undefined;
  }

  private async generateIfNone(tx: Tx, keep: (token: string) => void): Promise<FirstAdmin> {
    if ((await this.rows.liveOfScope(tx, 'admin')).length > 0) return { kind: 'existing' };
    const token = newSecret();
    await this.add(tx, token, 'first_start');
    keep(token);
    faultPoint('server.first_token_kept');
    return { kind: 'generated', token };
  }

  private async follow(tx: Tx, secret: string): Promise<FirstAdmin> {
    const hash = hashSecret(secret);
    for (const admin of await this.rows.liveOfScope(tx, 'admin')) {
      if (isEarlier(admin, hash)) await this.tokens.end(tx, BOOT, admin);
    }
    const known = await this.rows.byHashIn(tx, hash);
    if (known) return environment(known);
    await this.add(tx, secret, 'environment');
    return { kind: 'environment' };
  }

  private async add(tx: Tx, secret: string, origin: TokenOrigin): Promise<void> {
    const [operator, name] = [FIRST_OPERATOR, 'First admin token'];
    await this.tokens.add(tx, BOOT, { operator, name, rights: ALL_RIGHTS, secret, origin });
  }
}

/** Of the variable too, but with another value. */
function isEarlier({ origin, token_sha256 }: TokenEntity, hash: string): boolean {
  return origin === 'environment' && token_sha256 !== hash;
}

function environment({ revoked_at }: TokenEntity): FirstAdmin {
  return { kind: revoked_at === null ? 'environment' : 'revoked' };
}
