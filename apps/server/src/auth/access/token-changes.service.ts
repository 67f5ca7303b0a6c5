import { PERSON_SCOPES, type PatchTokenBody, type TokenView } from '@kenny/contract';
import type { Clock } from '@kenny/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { AuditLog } from '../../audit/index.js';
import { Writer, type Tx } from '../../database/index.js';
import { CLOCK, EventBus, KennyError } from '../../kernel/index.js';
import { by, type Acting } from '../acting.js';
import { PrincipalResolver } from './principal-resolver.js';
import type { TokenEntity } from './token.entity.js';
import { changedRights, coversTask, isKeeper, type TokenRights } from './token-rules.js';
import { TokensRepository } from './tokens.repository.js';
import { TokensService } from './tokens.service.js';

type Values = Readonly<Record<string, unknown>>;

/** A person's name and rights, changed where they stand (ADR 0104). */
@Injectable()
export class TokenChanges {
  constructor(
    private readonly rows: TokensRepository,
    private readonly tokens: TokensService,
    private readonly resolver: PrincipalResolver,
    private readonly writer: Writer,
    private readonly audit: AuditLog,
    private readonly events: EventBus,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * What was opened with the token ends and is opened again with the new rights; tasks that have
   * more than these end.
   * @throws KennyError `not_found`, `validation`, `forbidden` (more than the changer has), `conflict`
   * for the last token that can make all others
   */
  async change(acting: Acting, id: string, body: PatchTokenBody): Promise<TokenView> {
    return this.writer.write(async (tx) => {
      const token = await this.personsToken(tx, id);
      const before = { ...token, invited: token.origin === 'invited' };
      const rights = valuesOf(changedRights(before, body, acting.principal));
      const after = { ...token, ...rights };
      if (isKeeper(token) && !isKeeper(after)) await this.tokens.mustLeaveAnother(tx, token);
      const name = body.operator_name ?? token.operator.name;
      const was = { ...valuesOf(token), operator_name: token.operator.name };
      const changes = changedValues(was, { ...rights, operator_name: name });
      if (changes === null) return this.tokens.viewOf(token);
      await this.rows.change(tx, id, rights);
      await this.rows.renameOperator(tx, token.operator_id, name);
      await this.audit.append(tx, {
        ...{ ...by(acting), kind: 'token', target: id, ok: true },
        args: { action: 'change', operator: token.operator_id, ...changes },
      });
      tx.onCommit(() => this.tell(id));
      for (const task of await this.rows.liveOfTasks(tx, { starter_token_id: id })) {
        if (!coversTask(rights, task)) await this.tokens.end(tx, acting, task);
      }
      return this.tokens.viewOf({ ...after, operator: { ...token.operator, name } });
    });
  }

  /** @throws KennyError `not_found`, also for a program's and a task's */
  private async personsToken(tx: Tx, id: string): Promise<TokenEntity> {
    const token = await this.rows.holder(id, tx);
    if (token?.revoked_at === null && PERSON_SCOPES.some((scope) => scope === token.scope)) {
      return token;
    }
    throw new KennyError(
      'not_found',
      `There is no person with the token ${id}; list the tokens to see who there is.`,
    );
  }

  private tell(token_id: string): void {
    this.resolver.forgetToken(token_id);
    const at = this.clock.now();
    this.events.emit('access.ended', { token_id, session_id: null, changed: true, at });
  }
}

function valuesOf({ scope, agents, classes, decide }: TokenRights) {
  return { scope, agents, classes, decide };
}

/** Only what is another than before; null when nothing is. */
function changedValues(was: Values, is: Values): { before: Values; after: Values } | null {
  const other = Object.keys(is).filter(
    (key) => JSON.stringify(was[key]) !== JSON.stringify(is[key]),
  );
  if (other.length === 0) return null;
  const only = (of: Values) => Object.fromEntries(other.map((key) => [key, of[key]]));
  return { before: only(was), after: only(is) };
}
