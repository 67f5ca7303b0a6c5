import {
  TASK_LIMITS,
  TASK_PRIORITY,
  type AgentInstanceList,
  type AgentInstanceView,
  type CreateTaskBody,
  type MoveTaskBody,
  type TaskDetail,
  type TaskDiff,
  type TaskList,
  type TaskLogs,
  type TaskState,
  type TaskView,
  type UpdateTaskBody,
  type WaitingTask,
} from '@kenny/contract';
import type { Clock } from '@kenny/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { AgentsService } from '../../auth/index.js';
import { cursorOf, storable, Writer } from '../../database/index.js';
import { CLOCK, KennyError, type CallContext, type Principal } from '../../kernel/index.js';
import { hears, mustHear } from '../gate/index.js';
import { AgentRuntimes } from '../runtime/index.js';
import {
  columnsOf,
  PromptRows,
  RunRows,
  TaskEventLog,
  TaskRows,
  type TaskEntity,
} from '../store/index.js';
import { NEW_TASK } from '../states/index.js';
import { AgentTypes } from '../types/index.js';
import { Orchestrator, TaskChanges, TasksLifetime } from '../work/index.js';
import { BoardsApi } from './boards-api.js';
import { TasksApi, type TaskEventsPage, type TasksWanted } from './ports.js';
import { mustOperate, mustSee, mustSteer, sees } from './task-access.js';
import { TaskChangesAsked } from './task-changes-asked.js';
import { TaskOrder } from './task-order.js';
import { eventView, instanceView, promptView, TaskViews } from './task-views.js';

const MOST_PROMPTS = 200;
const MOST_RUNS = 100;
const MOST_INSTANCES = 500;

/** What decides how far a task's agent reaches: not changed while it works. */
const RIGHTS = ['agents', 'classes', 'agent_type'] as const;

@Injectable()
export class TasksService extends TasksApi {
  constructor(
    private readonly rows: TaskRows,
    private readonly prompts: PromptRows,
    private readonly runs: RunRows,
    private readonly log: TaskEventLog,
    private readonly views: TaskViews,
    private readonly asked: TaskChangesAsked,
    private readonly order: TaskOrder,
    private readonly changes: TaskChanges,
    private readonly orchestrator: Orchestrator,
    private readonly lifetime: TasksLifetime,
    private readonly boards: BoardsApi,
    private readonly types: AgentTypes,
    private readonly runtimes: AgentRuntimes,
    private readonly agents: AgentsService,
    private readonly writer: Writer,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    super();
  }

  override async create(ctx: CallContext, body: CreateTaskBody): Promise<TaskView> {
    const { principal } = ctx;
    mustOperate(principal);
    this.lifetime.refuseUnready();
    const { title, description = '', priority, position, board_id, column_id } = body;
    const fields = await this.fieldsOf(ctx, { ...body, title, description });
    const place = await this.boards.placeOf({
      ...(board_id === undefined ? {} : { board_id }),
      ...(column_id === undefined ? {} : { column_id }),
    });
    const now = this.clock.now();
    const task: TaskEntity = {
      ...{ id: randomUUID(), title: '', description: '', agent_type: null, assigned_to: null },
      ...{ metadata: {}, classes: null, agents: principal.agents && [...principal.agents] },
      ...columnsOf(NEW_TASK, 'TODO'),
      ...fields,
      ...{ priority: priority ?? TASK_PRIORITY.default, position: position ?? 0, ...place },
      ...{ owner_id: principal.id, starter_token_id: null, session_id: null },
      repository_url: textOr(body.repository_url, TASK_LIMITS.repositoryUrl),
      branch: textOr(body.branch, TASK_LIMITS.branch),
      ...{ resumable: false, sandboxed: null, tainted_by: [] },
      ...{ created_at: now, updated_at: now, deleted_at: null },
    };
    await this.writer.write(async (tx) => {
      await this.rows.insert(tx, task);
      const { agent_type, agents, classes } = task;
      await this.changes.record(tx, ctx, task.id, {
        action: 'create',
        title: task.title,
        agent_type,
        agents,
        classes,
      });
    });
    this.changes.tell(task, task);
    return this.views.one(principal, task);
  }

  override async get(ctx: CallContext, id: string): Promise<TaskDetail> {
    const { principal } = ctx;
    const task = await this.seen(ctx, id);
    const prompts = await this.prompts.last(id, MOST_PROMPTS);
    const runs = await this.runs.ofTask(id, MOST_RUNS);
    return {
      ...(await this.views.one(principal, task)),
      ...(await this.asked.of(principal, task)),
      prompts: prompts.map(promptView),
      agent_instances: runs.map((run) => instanceView(run, hears(principal, task))),
    };
  }

  override async list({ principal }: CallContext, wanted: TasksWanted): Promise<TaskList> {
    const { ids, total, next } = await this.order.page(wanted, (task) => sees(principal, task));
    const tasks = await this.rows.some(ids);
    const shown = ids.flatMap((id) => tasks.get(id) ?? []);
    return {
      tasks: await this.views.of(principal, shown),
      total,
      next_cursor: next && cursorOf(next),
    };
  }

  override async waiting(principal: Principal): Promise<WaitingTask[]> {
    const tasks = await this.rows.waitingForPeople();
    return this.views.waiting(tasks.filter((task) => sees(principal, task)));
  }

  override async update(ctx: CallContext, id: string, body: UpdateTaskBody): Promise<TaskView> {
    const before = await this.steered(ctx, id);
    const fields = await this.fieldsOf(ctx, body);
    const { priority, position } = body;
    const rights = RIGHTS.some((name) => name in fields);
    const task = await this.changes.change(id, async (tx, { base_state }) => {
      if (rights && (base_state === 'QUEUED' || base_state === 'IN_PROGRESS')) {
        throw new KennyError(
          'conflict',
          'Its agent, PCs and classes cannot be changed while it is queued or at work. Stop it first.',
        );
      }
      await this.changes.record(tx, ctx, id, { action: 'update', fields: Object.keys(body) });
      return {
        ...fields,
        ...(priority === undefined ? {} : { priority }),
        ...(position === undefined ? {} : { position }),
      };
    });
    if (rights) this.orchestrator.renew(before.id);
    return this.views.one(ctx.principal, task);
  }

  override async delete(ctx: CallContext, id: string): Promise<void> {
    await this.steered(ctx, id);
    await this.orchestrator.delete(ctx, id);
    await this.runtimes.forget(id);
  }

  override async move(ctx: CallContext, id: string, body: MoveTaskBody): Promise<TaskView> {
    await this.steered(ctx, id);
    const { column_id, board_id, position } = body;
    const place = await this.boards.placeOf({
      column_id,
      ...(board_id === undefined ? {} : { board_id }),
    });
    const task = await this.changes.change(id, async (tx) => {
      await this.changes.record(tx, ctx, id, { action: 'move', ...place });
      return { ...place, ...(position === undefined ? {} : { position }) };
    });
    return this.views.one(ctx.principal, task);
  }

  override async setState(ctx: CallContext, id: string, state: TaskState): Promise<TaskView> {
    const task = await this.steered(ctx, id);
    if (state !== task.state) await this.moved(ctx, task, state);
    return this.views.one(ctx.principal, await this.seen(ctx, id));
  }

  override async logs(ctx: CallContext, id: string, limit: number): Promise<TaskLogs> {
    await this.readable(ctx, id);
    const logs = await this.log.last(id, Math.min(limit, TASK_LIMITS.eventsPage));
    return { task_id: id, logs: logs.map(eventView), total: await this.log.count(id) };
  }

  override async diff(ctx: CallContext, id: string): Promise<TaskDiff> {
    await this.readable(ctx, id);
    const diff = await this.runtimes.diff(id);
    return { task_id: id, diff: diff && storable(diff, TASK_LIMITS.diffBytes) };
  }

  override async readable(ctx: CallContext, id: string): Promise<number> {
    mustHear(ctx.principal, await this.seen(ctx, id));
    return this.log.lastSeq(id);
  }

  override events(id: string, since: number, limit: number): Promise<TaskEventsPage> {
    return this.log.page(id, since, Math.min(limit, TASK_LIMITS.eventsPage));
  }

  override async instances(ctx: CallContext, taskId?: string): Promise<AgentInstanceList> {
    const runs =
      taskId === undefined
        ? await this.runs.recent(MOST_INSTANCES)
        : await this.runs.ofTask((await this.seen(ctx, taskId)).id, MOST_INSTANCES);
    const tasks = await this.rows.some([...new Set(runs.map(({ task_id }) => task_id))]);
    const agents = runs.flatMap((run) => {
      const task = tasks.get(run.task_id);
      if (!task || !sees(ctx.principal, task)) return [];
      return [instanceView(run, hears(ctx.principal, task))];
    });
    return { agents, total: agents.length };
  }

  override async instance(ctx: CallContext, instanceId: string): Promise<AgentInstanceView> {
    const run = await this.runs.get(instanceId);
    const task = run && (await this.rows.get(run.task_id));
    if (!run || !task || !sees(ctx.principal, task)) {
      throw new KennyError('not_found', `there is no agent instance ${instanceId}`);
    }
    return instanceView(run, hears(ctx.principal, task));
  }

  /** Only moves that there are. */
  private async moved(ctx: CallContext, task: TaskEntity, state: TaskState): Promise<void> {
    const { id } = task;
    if (state === 'COMPLETED') return void (await this.orchestrator.complete(ctx, id));
    if (state === 'CANCELLED') return void (await this.orchestrator.stop(ctx, id, {}));
    if (state === 'QUEUED' || state === 'IN_PROGRESS') {
      return void (await this.orchestrator.start(ctx, id, {}));
    }
    if (state === 'TODO' && task.base_state === 'QUEUED') {
      return void (await this.orchestrator.dequeue(ctx, id));
    }
    throw new KennyError('conflict', `A task that is ${task.state} cannot be made ${state}.`, {
      state: task.state,
    });
  }

  private async seen({ principal }: CallContext, id: string): Promise<TaskEntity> {
    return mustSee(principal, id, await this.rows.get(id));
  }

  private async steered(ctx: CallContext, id: string): Promise<TaskEntity> {
    const task = await this.seen(ctx, id);
    mustSteer(ctx.principal, task);
    this.lifetime.refuseUnready();
    return task;
  }

  /** @throws KennyError `unknown_agent`, `not_found` for an agent type, `validation` */
  private async fieldsOf(ctx: CallContext, body: UpdateTaskBody): Promise<Partial<TaskEntity>> {
    const { title, description, agent_type, assigned_to, metadata, agents, classes } = body;
    if (agent_type !== undefined) await this.types.mustGet(agent_type);
    return {
      ...(title === undefined ? {} : { title: storable(title, TASK_LIMITS.title) }),
      ...(description === undefined
        ? {}
        : { description: storable(description, TASK_LIMITS.description) }),
      ...(agent_type === undefined ? {} : { agent_type }),
      ...(assigned_to === undefined ? {} : { assigned_to: storable(assigned_to, 128) }),
      ...(metadata === undefined ? {} : { metadata: metadataOf(metadata) }),
      ...(agents === undefined
        ? {}
        : { agents: agents.map((pc) => this.agents.mustGet(ctx, pc).agent_id) }),
      ...(classes === undefined ? {} : { classes }),
    };
  }
}

function textOr(text: string | undefined, most: number): string | null {
  return text === undefined ? null : storable(text, most);
}

function metadataOf(metadata: Record<string, unknown>): Record<string, unknown> {
  if (Buffer.byteLength(JSON.stringify(metadata)) > TASK_LIMITS.metadataBytes) {
    throw new KennyError('validation', `metadata: at most ${TASK_LIMITS.metadataBytes} bytes`);
  }
  return metadata;
}
