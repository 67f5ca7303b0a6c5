import { kennyTool, type OptionKind, type PermissionAnswer, type PermissionAsk } from '@kenny/acp';
import { TASK_LIMITS, type PermissionView } from '@kenny/contract';
import { type Clock, SECOND_MS } from '@kenny/kernel';
import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { AuditLog } from '../../audit/index.js';
import type { Origin } from '../../auth/index.js';
import { APP_CONFIG, type AppConfig } from '../../config/index.js';
import { BootWrites, Writer, type Tx } from '../../database/index.js';
import { CLOCK, EventBus, KennyError } from '../../kernel/index.js';
import { callableTools } from '../../model-tools/index.js';
import { Scheduler } from '../../scheduling/index.js';
import {
  type PermissionsOf,
  type PermissionWhy,
  type TaskPermissionEntity,
  TaskPermissionsRepository,
} from '../store/index.js';
import { askedPermission, type AskingRun } from './asked-permission.js';
import { askedRow, endedRow } from './permission-audit.js';
import { permissionView } from './permission-view.js';

/** Under this name agents are told of kenny's own tools. */
export const TASK_MCP_SERVER = 'kenny';

const OWN_TOOLS: ReadonlySet<string> = new Set(callableTools().map(({ name }) => name));

interface End {
  readonly outcome: 'selected' | 'cancelled' | 'expired';
  readonly option_id: string | null;
  readonly why: PermissionWhy;
  readonly decided_by: string | null;
}

const CANCELLED: PermissionAnswer = { answer: 'cancelled' };

/**
 * What agents may do by themselves on this server: a person decides, once, about exactly what was
 * shown. kenny's own tools are gated where they are called, so their asking is answered here.
 * Each step is one compare-and-set with its audit row in one transaction, as those of approvals are.
 */
@Injectable()
export class TaskPermissions implements OnModuleInit {
  private readonly logger = new Logger(TaskPermissions.name);
  /** Agents that wait for an answer, by `pending_id`. */
  private readonly waiting = new Map<string, (answer: PermissionAnswer) => void>();
  private readonly leftOver: BootWrites;
  /** An agent was answered, and its row says that it waits. */
  private isUnstored = false;

  constructor(
    private readonly rows: TaskPermissionsRepository,
    private readonly writer: Writer,
    private readonly audit: AuditLog,
    private readonly events: EventBus,
    private readonly scheduler: Scheduler,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'approvalTtlSecs'>,
  ) {
    this.leftOver = new BootWrites('Permissions that an earlier run left', writer, () =>
      this.writer.write((tx) => this.cancelIn(tx, undefined, 'restart')),
    );
  }

  async onModuleInit(): Promise<void> {
    await this.leftOver.run();
    const run = () => this.expireOverdue();
    this.scheduler.register({ id: 'tasks.permissions', everyMs: SECOND_MS, run });
  }

  /**
   * Resolves with the answer for the agent: a person's, or a "no". A rejection is a "no" as well.
   * @param signal aborted when no answer is wanted any more
   */
  async ask(run: AskingRun, ask: PermissionAsk, signal: AbortSignal): Promise<PermissionAnswer> {
    if (signal.aborted) return CANCELLED;
    const ttlMs = this.config.approvalTtlSecs * SECOND_MS;
    const row = askedPermission(run, ask, { now: this.clock.now(), ttlMs });
    const own = {
      ...{ serverName: TASK_MCP_SERVER, toolNames: OWN_TOOLS, agentName: run.agent_name },
    };
    if (kennyTool(ask, own)) return this.answered(run, row, 'own_tool');
    if (run.policy === 'deny') return this.answered(run, row, 'type');
    return this.decided(run, row, ttlMs, signal);
  }

  /** Stored and over in one step. */
  private async answered(
    run: AskingRun,
    row: TaskPermissionEntity,
    why: 'own_tool' | 'type',
  ): Promise<PermissionAnswer> {
    const end = why === 'own_tool' ? allowing(row, why) : refusing(row, why);
    const over = { ...row, ...end, decided_at: row.created_at };
    await this.writer.write(async (tx) => {
      await this.rows.add(tx, over);
      await this.audit.append(tx, askedRow(over, run.task_title));
      await this.audit.append(tx, endedRow(over, why));
    });
    this.tell(over);
    return answerOf(end);
  }

  private async decided(
    run: AskingRun,
    row: TaskPermissionEntity,
    ttlMs: number,
    signal: AbortSignal,
  ): Promise<PermissionAnswer> {
    const { id } = row;
    const answer = new Promise<PermissionAnswer>((resolve) => this.waiting.set(id, resolve));
    try {
      await this.writer.write(async (tx) => {
        const open = await this.rows.countOpen(tx, run.task_id);
        if (open >= TASK_LIMITS.permissions) throw tooMany();
        await this.rows.add(tx, row);
        await this.audit.append(tx, askedRow(row, run.task_title));
      });
      this.tell(row);
    } catch (error) {
      this.waiting.delete(id);
      throw error;
    }
    const timer = this.clock.setTimer(() => this.endAlone(row, 'expired'), ttlMs);
    const gone = () => this.endAlone(row, 'turn_ended');
    signal.addEventListener('abort', gone, { once: true });
    if (signal.aborted) gone();
    try {
      return await answer;
    } finally {
      timer.cancel();
      signal.removeEventListener('abort', gone);
    }
  }

  /**
   * A person's answer, in the transaction that makes it count.
   * @throws KennyError `already_decided`, `expired`
   */
  async decideIn(
    tx: Tx,
    row: TaskPermissionEntity,
    end: Omit<End, 'why'>,
    by: Origin,
  ): Promise<PermissionView> {
    const over = await this.endIn(tx, row, { ...end, why: 'person' }, by);
    // Nobody would hear it: what is thrown here undoes the step.
    if (over && !this.waiting.has(row.id)) throw alreadyEnded(row);
    if (over) return permissionView(over);
    const now = await this.rows.byId(row.id, tx);
    throw alreadyEnded(now ?? row);
  }

  /** What waits ends without a person, in the caller's transaction; without `of` all of it. */
  async cancelIn(tx: Tx, of: PermissionsOf | undefined, why: PermissionWhy): Promise<void> {
    for (const row of await this.rows.open(of, tx)) {
      await this.endIn(tx, row, cancelling(why));
    }
  }

  /** The run is over, or about to be. */
  cancelOf(of: PermissionsOf, why: PermissionWhy = 'run_ended'): Promise<void> {
    return this.writer.write((tx) => this.cancelIn(tx, of, why));
  }

  async expireIfOverdue(row: TaskPermissionEntity): Promise<void> {
    if (row.outcome !== null || this.clock.now() < row.expires_at) return;
    await this.writer.write((tx) => this.endIn(tx, row, expiring(row)));
  }

  /** The wall clock counts as well: people see it. */
  private async expireOverdue(): Promise<void> {
    if (this.waiting.size === 0 && !this.isUnstored) return;
    this.isUnstored = false;
    for (const row of await this.rows.open()) {
      if (this.waiting.has(row.id)) await this.expireIfOverdue(row);
      else await this.writer.write((tx) => this.endIn(tx, row, cancelling('turn_ended')));
    }
  }

  /** The agent is answered also when nothing can be stored; the next sweep or start stores it. */
  private endAlone(row: TaskPermissionEntity, why: 'expired' | 'turn_ended'): void {
    const end = why === 'expired' ? expiring(row) : cancelling(why);
    this.writer
      .write((tx) => this.endIn(tx, row, end))
      .catch((error: unknown) => {
        this.logger.error(`permission ${row.id} could not be stored as over: ${String(error)}`);
        this.answer(row.id, answerOf(end));
        this.isUnstored = true;
      });
  }

  /** Undefined when it had ended before. */
  private async endIn(
    tx: Tx,
    row: TaskPermissionEntity,
    end: End,
    by?: Origin,
  ): Promise<TaskPermissionEntity | undefined> {
    // Whoever is no longer asked for was answered, so the row waits for nobody.
    const over = { ...row, ...end, decided_at: Math.max(this.clock.now(), row.created_at) };
    const { outcome, option_id, why, decided_by, decided_at } = over;
    const set = { outcome, option_id, why, decided_by, decided_at };
    if (!(await this.rows.end(tx, row.id, set))) return undefined;
    await this.audit.append(tx, endedRow(over, end.why, by));
    tx.onCommit(() => {
      this.answer(row.id, answerOf(end));
      this.tell(over);
    });
    return over;
  }

  private answer(id: string, answer: PermissionAnswer): void {
    this.waiting.get(id)?.(answer);
    this.waiting.delete(id);
  }

  private tell(row: TaskPermissionEntity): void {
    const permission = permissionView(row);
    const { task_id, pending_id, outcome } = permission;
    this.events.emit('permission.changed', {
      ...{ task_id, pending_id, open: outcome === null, permission },
    });
  }
}

/** Whether it was allowed is told by the kind of its option, never by its place. */
function allowing(row: TaskPermissionEntity, why: PermissionWhy): End {
  const option_id = optionOf(row, 'allow_once');
  if (option_id === null) return refusing(row, why);
  return { outcome: 'selected', option_id, why, decided_by: null };
}

function refusing(row: TaskPermissionEntity, why: PermissionWhy): End {
  const option_id = optionOf(row, 'reject_once');
  const outcome = option_id === null ? 'cancelled' : 'selected';
  return { outcome, option_id, why, decided_by: null };
}

function expiring(row: TaskPermissionEntity): End {
  return { ...refusing(row, 'expired'), outcome: 'expired' };
}

function cancelling(why: PermissionWhy): End {
  return { outcome: 'cancelled', option_id: null, why, decided_by: null };
}

function optionOf({ options }: TaskPermissionEntity, kind: OptionKind): string | null {
  return options.find((option) => option.kind === kind)?.option_id ?? null;
}

function answerOf({ option_id }: End): PermissionAnswer {
  return option_id === null ? CANCELLED : { answer: 'option', optionId: option_id };
}

/** What somebody hears who answers too late. */
export function alreadyEnded(row: TaskPermissionEntity): KennyError {
  const permission = permissionView(row);
  if (row.why === 'expired') {
    return new KennyError('expired', 'Nobody decided in time, so the agent was told no.', {
      permission,
    });
  }
  const words =
    row.why === 'person'
      ? `This is already decided, by ${row.decided_by ?? 'somebody'}.`
      : 'The agent does not wait for this any more.';
  return new KennyError('already_decided', words, { permission });
}

function tooMany(): KennyError {
  const { permissions } = TASK_LIMITS;
  return new KennyError('rate_limited', `${permissions} permissions of this task wait already`);
}
