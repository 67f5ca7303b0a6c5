import type { Clock } from '@kenny/kernel';
import { visibleText } from '@kenny/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { AuditLog } from '../../audit/index.js';
import { Writer, type Tx } from '../../database/index.js';
import { CLOCK, EventBus, KennyError, SYSTEM } from '../../kernel/index.js';
import { by, type Acting } from '../acting.js';
import { newSecret } from '../secrets.js';
import { PrincipalResolver } from './principal-resolver.js';
import { taskRights, type RightsLimit } from './task-token-rules.js';
import type { TokenEntity } from './token.entity.js';
import { TokensRepository } from './tokens.repository.js';
import { TokensService } from './tokens.service.js';

/** Characters of a task's title by which people know who asks. */
const NAME_LENGTH = 128;

export interface NewTaskToken {
  readonly task_id: string;
  /** Shown wherever the task asks for something. */
  readonly title: string;
  readonly starter_token_id: string;
  /** Of the task and of its agent's type. */
  readonly limits: readonly RightsLimit[];
}

/**
 * Tokens of tasks. No person holds one and no list shows it; operators may start tasks though only
 * admins make tokens, because a task never has more than its starter. Each run gets a secret of its
 * own, and the one before opens nothing any more. What was asked with it may still run: a token is
 * revoked with its task, or with the token that started it.
 */
@Injectable()
export class TaskAccess {
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
   * The secret is kept nowhere.
   * @throws KennyError `forbidden` when the starter's token has ended, or nothing is left of its rights
   */
  async open({ task_id, title, starter_token_id, limits }: NewTaskToken) {
    const secret = newSecret();
    const acting = inTheNameOf(task_id);
    return this.writer.write(async (tx) => {
      const starter = await this.rows.byId(starter_token_id, tx);
      const principal = { kind: 'operator', token_id: starter_token_id } as const;
      if (!starter || !(await this.resolver.stillValid(principal, tx))) throw ended();
      const rights = taskRights(starter, limits);
      for (const earlier of await this.rows.liveOfTasks(tx, { task_id })) {
        await this.shut(tx, acting, earlier);
      }
      const { id: token_id } = await this.tokens.add(tx, acting, {
        ...{ operator: { id: starter.operator_id }, name: nameOf(title), rights, secret },
        ...{ origin: 'task', task: { task_id, starter_token_id } },
      });
      return { secret, token_id, agents: rights.agents, classes: rights.classes };
    });
  }

  /** Its run is over: nobody gets in with the secret any more. */
  async close(taskId: string): Promise<void> {
    await this.writer.write(async (tx) => {
      for (const token of await this.rows.liveOfTasks(tx, { task_id: taskId })) {
        await this.shut(tx, inTheNameOf(taskId), token);
      }
    });
  }

  /** The task is over: what it asked for does not run any more either. */
  async endIn(tx: Tx, taskId: string, acting: Acting = inTheNameOf(taskId)): Promise<void> {
    for (const token of await this.rows.liveOfTasks(tx, { task_id: taskId })) {
      await this.tokens.end(tx, acting, token);
    }
  }

  private async shut(tx: Tx, acting: Acting, token: TokenEntity): Promise<void> {
    if (token.closed_at !== null) return;
    const at = this.clock.now();
    await this.rows.close(tx, token.id, at);
    await this.audit.append(tx, {
      ...by(acting),
      ...{ kind: 'token', target: token.id, ok: true },
      args: { action: 'close', name: token.name, scope: token.scope, task_id: token.task_id },
    });
    tx.onCommit(() => {
      this.resolver.forgetToken(token.id);
      this.events.emit('access.ended', { token_id: token.id, session_id: null, at });
    });
  }
}

function inTheNameOf(taskId: string): Acting {
  return { principal: SYSTEM, door: 'task', request_id: taskId };
}

/** One line, with what hides in it as visible marks. */
function nameOf(title: string): string {
  const shown = visibleText(title, 'line').toWellFormed();
  return shown.length > NAME_LENGTH ? `${shown.slice(0, NAME_LENGTH - 1).toWellFormed()}…` : shown;
}

function ended(): KennyError {
  return new KennyError(
    'forbidden',
    'The token that this task was started with has ended. Start it again with one that is valid.',
  );
}
