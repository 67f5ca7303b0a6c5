import type { PermissionList, PermissionView } from '@kenny/contract';
import type { Clock } from '@kenny/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { AuditHold } from '../../audit/index.js';
import { by } from '../../auth/index.js';
import { Writer } from '../../database/index.js';
import {
  CLOCK,
  KennyError,
  maySeeAll,
  type CallContext,
  type Principal,
} from '../../kernel/index.js';
import { type TaskPermissionEntity, TaskPermissionsRepository, TaskRows } from '../store/index.js';
import { sha256Of } from './asked-permission.js';
import { hears, mustHear } from './may-hear.js';
import { permissionView } from './permission-view.js';
import { alreadyEnded, TaskPermissions } from './task-permissions.js';

/** What a person says about a permission: one of its options, or that it is cancelled. */
export interface PermissionDecision {
  readonly option_id?: string | undefined;
  readonly cancelled?: boolean | undefined;
  /** Hash of what was shown. */
  readonly shown_sha256?: string | undefined;
}

/** Permissions as people list and answer them, at every door alike. */
@Injectable()
export class PermissionsApi {
  constructor(
    private readonly rows: TaskPermissionsRepository,
    private readonly tasks: TaskRows,
    private readonly permissions: TaskPermissions,
    private readonly writer: Writer,
    private readonly hold: AuditHold,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Those that wait, oldest first; of one task all that there were, newest first. What the agent of
   * a task shows may be what it has read, so whoever may not hear the task does not see them.
   * @throws KennyError `forbidden`
   */
  async list(principal: Principal, taskId?: string): Promise<PermissionList> {
    mustDecide(principal);
    const rows = taskId === undefined ? await this.rows.open() : await this.rows.ofTask(taskId);
    const reached = rows.filter(({ agents }) => maySeeAll(principal, agents));
    const tasks = await this.tasks.some([...new Set(reached.map(({ task_id }) => task_id))]);
    const heard = reached.filter(({ task_id }) => {
      const task = tasks.get(task_id);
      if (task && taskId !== undefined) mustHear(principal, task);
      // Of a task that is being erased nobody knows any more who may hear it.
      return task ? hears(principal, task) : principal.classes.includes('sensitive');
    });
    const permissions = heard.map(permissionView);
    return { permissions, total: permissions.length };
  }

  /**
   * @throws KennyError `forbidden`, `not_found`, `validation`, `hash_mismatch`, `already_decided`,
   * `expired`, `held`
   */
  async respond(
    ctx: CallContext,
    taskId: string,
    pendingId: string,
    decision: PermissionDecision,
  ): Promise<PermissionView> {
    const row = await this.rows.byId(pendingId);
    // Whoever decides has to reach every PC of the task.
    if (row?.task_id !== taskId || !maySeeAll(ctx.principal, row.agents)) throw noSuch(pendingId);
    mustDecide(ctx.principal);
    const task = await this.tasks.get(taskId);
    if (task) mustHear(ctx.principal, task);
    await this.permissions.expireIfOverdue(row);
    const chosen = this.chosen(ctx.principal, row, decision);
    const end = {
      ...{ outcome: chosen === null ? ('cancelled' as const) : ('selected' as const) },
      ...{ option_id: chosen, decided_by: ctx.principal.id },
    };
    return this.writer.write((tx) => this.permissions.decideIn(tx, row, end, by(ctx)));
  }

  /** The option's id; null for "cancelled". */
  private chosen(
    principal: Principal,
    row: TaskPermissionEntity,
    { option_id, cancelled, shown_sha256 }: PermissionDecision,
  ): string | null {
    if ((option_id === undefined) === (cancelled !== true)) {
      throw new KennyError('validation', 'option_id: is required when it is not cancelled');
    }
    if (
      (shown_sha256 ?? row.shown_sha256) !== row.shown_sha256 ||
      sha256Of(row) !== row.shown_sha256
    ) {
      throw new KennyError('hash_mismatch', 'You were shown another request; read it again.');
    }
    if (row.outcome !== null) throw alreadyEnded(row);
    if (option_id === undefined) return null;
    const option = row.options.find((one) => one.option_id === option_id);
    if (!option) {
      throw new KennyError('validation', 'option_id: is none of the options that were offered');
    }
    if (option.kind === 'allow_always') {
      throw new KennyError(
        'forbidden',
        'kenny allows nothing for good: choose an option that allows this once.',
      );
    }
    if (option.kind === 'allow_once') {
      this.hold.refuse();
      mustChange(principal);
    }
    return option.option_id;
  }
}

function mustDecide({ decide }: Principal): void {
  if (decide) return;
  throw new KennyError(
    'forbidden',
    'this token cannot decide; use one that was made with "decide"',
  );
}

/** It runs on the server itself, and may change what is there. */
function mustChange({ classes }: Principal): void {
  if (classes.includes('change')) return;
  throw new KennyError(
    'forbidden',
    'this token cannot allow this; use one that has the class "change"',
  );
}

/** The same words whether it does not exist or may not be seen. */
function noSuch(id: string): KennyError {
  return new KennyError('not_found', `there is no permission ${id.slice(0, 64)} of this task`);
}
