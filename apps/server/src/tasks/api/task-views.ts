import {
  type AgentInstanceView,
  type TaskEventView,
  type TaskPromptView,
  type TaskView,
  type StoredTaskEvent,
  type WaitingTask,
} from '@kenny/contract';
import { iso, isoOrNull } from '@kenny/kernel';
import { Injectable } from '@nestjs/common';
import type { Principal } from '../../kernel/index.js';
import { hears, ToolsAttached } from '../gate/index.js';
import {
  PromptRows,
  RunRows,
  TaskEventLog,
  type NeedsPerson,
  type TaskEntity,
  type TaskPromptEntity,
  type TaskRunEntity,
} from '../store/index.js';
import { MOST_WAITS, plainError, Slots, TaskWaits, waitingTask } from '../work/index.js';

/** Tasks as every door shows them. */
@Injectable()
export class TaskViews {
  constructor(
    private readonly log: TaskEventLog,
    private readonly prompts: PromptRows,
    private readonly runs: RunRows,
    private readonly slots: Slots,
    private readonly waits: TaskWaits,
    private readonly tools: ToolsAttached,
  ) {}

  async one(principal: Principal, task: TaskEntity): Promise<TaskView> {
    const [view] = await this.of(principal, [task]);
    if (!view) throw new Error('a task without a view');
    return view;
  }

  /** Those that need a person, as everybody who sees them is told of them. */
  waiting(tasks: readonly NeedsPerson[]): WaitingTask[] {
    return tasks.flatMap((task) => waitingTask(task, this.waits.of(task.id)) ?? []);
  }

  async of(principal: Principal, tasks: readonly TaskEntity[]): Promise<TaskView[]> {
    const ids = tasks.map(({ id }) => id);
    const isQueued = tasks.some(({ base_state }) => base_state === 'QUEUED');
    const queue = isQueued ? await this.slots.queue() : [];
    const place = new Map(queue.map(({ id }, index) => [id, index + 1]));
    const seqs = await this.log.lastSeqs(ids);
    const runs = await this.runs.newest(ids);
    const waiting = await this.prompts.waitingCounts(ids);
    return tasks.map((task) => ({
      ...plainView(task),
      error: task.error && errorFor(principal, task, task.error),
      agent_instance_id: runs.get(task.id)?.id ?? null,
      queue_position: place.get(task.id) ?? null,
      waits_for: this.waits.of(task.id).slice(0, MOST_WAITS),
      waiting_prompts: waiting.get(task.id) ?? 0,
      tools: this.tools.of(task.id),
      last_seq: seqs.get(task.id) ?? 0,
    }));
  }
}

function plainView(task: TaskEntity) {
  const { id, board_id, column_id, title, description, state, priority, agent_type } = task;
  const { repository_url, branch, assigned_to, position, metadata, agents, classes } = task;
  const { owner_id, session_id, resumable, sandboxed, attempts, tainted_by } = task;
  return {
    ...{ id, board_id, column_id, title, description, state, priority, agent_type },
    ...{ repository_url, branch, assigned_to, position, metadata, agents, classes },
    ...{ owner_id, session_id, resumable, sandboxed, attempts, tainted_by },
    ...{ queued_at: isoOrNull(task.queued_at), not_before: isoOrNull(task.not_before) },
    ...{ created_at: iso(task.created_at), updated_at: iso(task.updated_at) },
    ...{ started_at: isoOrNull(task.started_at), finished_at: isoOrNull(task.finished_at) },
  };
}

/** An agent's words may tell what it has read. */
function errorFor(
  principal: Principal,
  task: TaskEntity,
  error: { code: string; message: string },
) {
  return hears(principal, task) ? error : plainError(error);
}

export function instanceView(run: TaskRunEntity, mayHear: boolean): AgentInstanceView {
  const { id, task_id, agent_type, status, progress, acp_session_id, exit_code, error } = run;
  return {
    ...{ id, task_id, agent_type, container_id: null, status, progress, acp_session_id },
    ...{ started_at: iso(run.started_at), finished_at: isoOrNull(run.finished_at), exit_code },
    error: mayHear || error === null ? error : 'It has failed.',
  };
}

export function promptView(prompt: TaskPromptEntity): TaskPromptView {
  const { id, number, text, operator_id, created_at, taken_at } = prompt;
  const at = { created_at: iso(created_at), taken_at: isoOrNull(taken_at) };
  return { id, number, text, operator_id, ...at };
}

export function eventView(event: StoredTaskEvent): TaskEventView {
  const { task_id, seq, type, data, agent_instance_id, at } = event;
  return { task_id, seq, type, data: { ...data }, agent_instance_id, timestamp: iso(at) };
}
