import { Injectable, Logger } from '@nestjs/common';
import { EventBus, type EventMap } from '../../kernel/index.js';
import { ApprovalsService } from '../../policy/index.js';
import { TaskEventLog, TaskRows } from '../store/index.js';
import { AgentFault } from './agents.js';
import { AtWork } from './at-work.js';
import { Orchestrator } from './orchestrator.js';
import { TaskChanges } from './task-changes.js';
import { TaskWaits } from './task-waits.js';

type Approval = EventMap['approval.changed']['approval'];

/** A person has decided, and nothing more comes of it. */
const HEARD: readonly Approval['state'][] = ['done', 'failed', 'unknown', 'denied'];

/** What tasks have asked people for: whether they wait, and whether one of them changed a PC. */
@Injectable()
export class TaskRequests {
  private readonly logger = new Logger(TaskRequests.name);

  constructor(
    private readonly approvals: ApprovalsService,
    private readonly rows: TaskRows,
    private readonly changes: TaskChanges,
    private readonly waits: TaskWaits,
    private readonly log: TaskEventLog,
    private readonly atWork: AtWork,
    private readonly events: EventBus,
    private readonly orchestrator: Orchestrator,
  ) {}

  /** Before anything can be asked. */
  listen(): void {
    this.events.on('approval.changed', ({ approval }) => this.approval(approval));
    this.events.on('permission.changed', (fact) => this.permission(fact));
    this.events.on('task.access_ended', ({ task_id }) => {
      this.atWork.get(task_id)?.end(new AgentFault('access_ended'), false);
    });
  }

  /** Approvals stay open over a restart. */
  async recover(): Promise<void> {
    for (const { id, state, requested_by } of await this.approvals.listOpen(null)) {
      if (requested_by.kind === 'task' && state === 'pending') {
        this.waits.add(requested_by.id, 'approval', id);
      }
    }
  }

  private async approval({
    id,
    state,
    kind,
    requested_by,
    tool,
    agent_id,
  }: Approval): Promise<void> {
    if (requested_by.kind !== 'task') return;
    const task_id = requested_by.id;
    if (state === 'sent' && kind === 'change') await this.sent(task_id);
    const known =
      state === 'pending'
        ? this.waits.add(task_id, 'approval', id)
        : this.waits.remove(task_id, id);
    if (HEARD.includes(state)) await this.decided(task_id);
    if (!known || !(await this.rows.get(task_id))) return;
    if (state === 'pending') {
      const message = `${tool} on ${agent_id} waits for approval.`;
      void this.log.append(
        task_id,
        'waiting',
        { wait: 'approval', id, message },
        this.runOf(task_id),
      );
    }
    await this.changes.refresh(task_id);
  }

  /** Once nothing else of it waits for a person. */
  private async decided(task_id: string): Promise<void> {
    if (this.waits.of(task_id).length > 0) return;
    try {
      await this.orchestrator.goOn(task_id);
    } catch (error) {
      this.logger.warn(`task ${task_id} does not go on by itself: ${String(error)}`);
    }
  }

  private async sent(task_id: string): Promise<void> {
    try {
      await this.changes.apply(task_id, { type: 'change_sent' });
    } catch (error) {
      this.logger.warn(`task ${task_id} is not marked as having changed a PC: ${String(error)}`);
    }
  }

  private async permission({ task_id, permission }: EventMap['permission.changed']): Promise<void> {
    const { pending_id, outcome, option_id, decided_by, decided_at } = permission;
    const run_id = permission.agent_instance_id;
    const open = outcome === null;
    if (open) {
      const { session_id, tool_call_id, title, options, created_at, expires_at } = permission;
      const asked = {
        pending_id,
        session_id,
        tool_call_id,
        title,
        options,
        created_at,
        expires_at,
      };
      void this.log.append(task_id, 'permission_requested', asked, run_id);
    } else {
      const at = decided_at ?? permission.created_at;
      const over = { pending_id, outcome, option_id, decided_by, decided_at: at };
      void this.log.append(task_id, 'permission_resolved', over, run_id);
    }
    const changed = open
      ? this.waits.add(task_id, 'permission', pending_id)
      : this.waits.remove(task_id, pending_id);
    if (changed) await this.changes.refresh(task_id);
  }

  private runOf(task_id: string): string | null {
    return this.atWork.get(task_id)?.run_id ?? null;
  }
}
