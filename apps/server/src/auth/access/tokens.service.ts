import type { CreatedToken, CreateTokenBody, Scope, TokenList, TokenView } from '@kenny/contract';
import { type Clock, iso, isoOrNull } from '@kenny/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { AuditLog } from '../../audit/index.js';
import { CLOCK, EventBus, KennyError, maySeeAll, type Principal } from '../../kernel/index.js';
import { Writer, type Tx } from '../../database/index.js';
import { by, type Acting } from '../acting.js';
import { hashSecret, newId, newSecret } from '../secrets.js';
import { AccessUsage } from './access-usage.js';
import { keptUserAgent } from './logins.service.js';
import { newestFirstPage, placeIn } from './newest-first.js';
import type { OperatorEntity } from './operator.entity.js';
import { PrincipalResolver } from './principal-resolver.js';
import type { TokenEntity, TokenOrigin } from './token.entity.js';
import { isKeeper, rightsFor, type TokenRights } from './token-rules.js';
import { TokensRepository } from './tokens.repository.js';

const PAGE = 100;
const LARGEST_PAGE = 500;
const TOKEN_ID = /^tok_[0-9a-f]+$/;

/** What is to be stored of a new token. */
export interface NewToken {
  readonly operator: { readonly id: string; readonly name?: string | undefined };
  readonly name: string;
  readonly rights: TokenRights;
  readonly secret: string;
  readonly origin: TokenOrigin;
  /** Of a task's token. */
  readonly task?: Pick<TokenEntity, 'task_id' | 'starter_token_id'>;
}

/** Bearer tokens: made, listed and revoked. */
@Injectable()
export class TokensService {
  constructor(
    private readonly tokens: TokensRepository,
    private readonly resolver: PrincipalResolver,
    private readonly usage: AccessUsage,
    private readonly writer: Writer,
    private readonly audit: AuditLog,
    private readonly events: EventBus,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Makes a token; the answer holds its secret, which is kept nowhere.
   * @throws KennyError `validation`, `forbidden` (more than the maker has), `conflict` (the
   * operator's id is known under another name).
   */
  async create(acting: Acting, body: CreateTokenBody): Promise<CreatedToken> {
    const rights = rightsFor(body, acting.principal, this.clock.now());
    const secret = newSecret();
    const token = { operator: body.operator, name: body.name, rights, secret };
    const view = await this.writer.write((tx) =>
      this.add(tx, acting, { ...token, origin: 'minted' }),
    );
    return { ...view, token: secret };
  }

  /** As `create`, if this server has never had a token of that scope; else null. */
  async createFirst(acting: Acting, body: CreateTokenBody): Promise<CreatedToken | null> {
    const rights = rightsFor(body, acting.principal, this.clock.now());
    const secret = newSecret();
    const token = { operator: body.operator, name: body.name, rights, secret };
    const view = await this.writer.write(async (tx) =>
      (await this.tokens.everOfScope(tx, rights.scope)) > 0
        ? null
        : this.add(tx, acting, { ...token, origin: 'first_start' }),
    );
    return view && { ...view, token: secret };
  }

  /** Ids of all tokens that were ever made: each has its audit row. */
  everMade(): Promise<string[]> {
    return this.tokens.ids();
  }

  /** Stores a token with its person and its audit row. */
  async add(tx: Tx, acting: Acting, token: NewToken): Promise<TokenView> {
    const now = this.clock.now();
    const operator = await this.operatorFor(tx, token.operator, now);
    const row = {
      id: newId('tok'),
      token_sha256: hashSecret(token.secret),
      operator_id: operator.id,
      name: token.name,
      ...token.rights,
      origin: token.origin,
      created_at: now,
      last_used_at: null,
      client: null,
      revoked_at: null,
      closed_at: null,
      ...(token.task ?? { task_id: null, starter_token_id: null }),
    };
    await this.tokens.add(tx, row);
    const view = this.viewOf({ ...row, operator });
    const { id, created_at: _, last_used_at: __, client: ___, invited: ____, ...args } = view;
    await this.audit.append(tx, {
      ...by(acting),
      kind: 'token',
      target: id,
      args: { action: 'create', ...args, ...token.task },
      ok: true,
    });
    return view;
  }

  /** Newest first, without revoked ones. @throws KennyError `validation` for a foreign cursor. */
  async list({
    limit = PAGE,
    cursor,
    scope,
  }: { limit?: number; cursor?: string; scope?: Scope } = {}): Promise<TokenList> {
    const size = Math.min(Math.max(1, limit), LARGEST_PAGE);
    const after = cursor ? placeIn(cursor, TOKEN_ID) : null;
    const rows = await this.tokens.page(size + 1, after, scope);
    const { shown, next_cursor } = newestFirstPage(rows, size, ({ created_at, id }) => ({
      at: created_at,
      id,
    }));
    return { items: shown.map((token) => this.viewOf(token)), next_cursor };
  }

  /**
   * One that reaches nothing beyond its reader's PCs.
   * @throws KennyError `not_found` for all others alike
   */
  async view(reader: Pick<Principal, 'agents'>, id: string): Promise<TokenView> {
    const token = await this.tokens.holder(id);
    if (!token || token.revoked_at !== null || token.task_id !== null) throw noSuchToken(id);
    if (!maySeeAll(reader, token.agents)) throw noSuchToken(id);
    return this.viewOf(token);
  }

  /** Remembers what the client that uses it calls itself. */
  noteClient(id: string, client: string): void {
    const kept = keptUserAgent(client);
    if (kept !== null) this.usage.noteClient(id, kept);
  }

  /**
   * Ends a token and every login it opened, at once.
   * @throws KennyError `not_found`, `conflict` for the last token that can make all others.
   */
  async revoke(acting: Acting, id: string): Promise<void> {
    await this.writer.write(async (tx) => {
      const token = await this.tokens.byId(id, tx);
      if (!token || token.revoked_at !== null) {
        throw noSuchToken(id);
      }
      if (isKeeper(token)) await this.mustLeaveAnother(tx, token);
      await this.end(tx, acting, token);
    });
  }

  /**
   * Revokes in this transaction, and with it the tokens of tasks that were started with it; what was
   * opened with them is told after the commit.
   */
  async end(tx: Tx, acting: Acting, token: TokenEntity): Promise<void> {
    const at = this.clock.now();
    const { id, name, scope, task_id } = token;
    await this.tokens.revoke(tx, id, at);
    await this.audit.append(tx, {
      ...by(acting),
      kind: 'token',
      target: id,
      args: { action: 'revoke', name, scope, ...(task_id === null ? {} : { task_id }) },
      ok: true,
    });
    tx.onCommit(() => {
      this.resolver.forgetToken(id);
      this.events.emit('access.ended', { token_id: id, session_id: null, at });
      if (task_id !== null) this.events.emit('task.access_ended', { task_id, at });
    });
    for (const started of await this.tokens.liveOfTasks(tx, { starter_token_id: id })) {
      await this.end(tx, acting, started);
    }
  }

  /** @throws KennyError `conflict` */
  async mustLeaveAnother(tx: Tx, token: TokenEntity): Promise<void> {
    const admins = await this.tokens.liveOfScope(tx, 'admin');
    if (admins.some((other) => other.id !== token.id && isKeeper(other))) return;
    throw new KennyError(
      'conflict',
      'This is the last admin token that reaches all PCs, may decide and does not expire: without ' +
        'it nobody could make another. Make a new one like it first.',
    );
  }

  private async operatorFor(
    tx: Tx,
    { id, name }: NewToken['operator'],
    now: number,
  ): Promise<OperatorEntity> {
    const known = await this.tokens.operator(tx, id);
    if (!known) {
      const operator = { id, name: name ?? id, created_at: now };
      await this.tokens.addOperator(tx, operator);
      return operator;
    }
    if (name === undefined || name === known.name) return known;
    throw new KennyError(
      'conflict',
      `Operator ${id} is known as ${JSON.stringify(known.name)}: leave the name out to make ` +
        'another token for that person, or use another id.',
    );
  }

  viewOf(token: TokenEntity): TokenView {
    const { id, operator, name, scope, agents, classes, decide, elicitation } = token;
    const used = Math.max(token.last_used_at ?? 0, this.usage.tokenUse(id) ?? 0);
    return {
      id,
      operator: { id: operator.id, name: operator.name },
      name,
      scope,
      agents,
      classes,
      decide,
      elicitation,
      created_at: iso(token.created_at),
      expires_at: isoOrNull(token.expires_at),
      last_used_at: used === 0 ? null : iso(used),
      invited: token.origin === 'invited',
      client: this.usage.clientOf(id) ?? token.client,
    };
  }
}

function noSuchToken(id: string): KennyError {
  return new KennyError('not_found', `There is no token ${id}; list them to see what exists.`);
}
