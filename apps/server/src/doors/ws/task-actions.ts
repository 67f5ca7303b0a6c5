import { TASK_LIMITS, type TASK_ACTIONS } from '@kenny/contract';
import { Injectable } from '@nestjs/common';
import { KennyError } from '../../kernel/index.js';
import {
  AgentTypes,
  BoardsApi,
  OrchestratorApi,
  PermissionsApi,
  TasksApi,
} from '../../tasks/index.js';
import { pageSize } from '../admission/page-size.js';
import type { Call, Handlers } from './handlers.js';
import { TaskTopic } from './task-topic.js';

type TaskHandlers = Pick<Handlers, keyof typeof TASK_ACTIONS>;

/** Lines of a log that come without being counted. */
const USUAL_LOGS = 200;

/** Answers with what a service says. */
async function say(call: Call, value: Promise<object>): Promise<void> {
  call.answer(JSON.stringify(await value));
}

/** What can be asked of external agents' tasks (seed 003). */
@Injectable()
export class TaskActions {
  readonly handlers: TaskHandlers;

  constructor(
    private readonly tasks: TasksApi,
    private readonly orchestrator: OrchestratorApi,
    private readonly permissions: PermissionsApi,
    private readonly types: AgentTypes,
    private readonly boards: BoardsApi,
    private readonly topic: TaskTopic,
  ) {
    this.handlers = {
      ...this.ofTasks(),
      ...this.ofOrchestrator(),
      ...this.ofAgents(),
      ...this.ofBoards(),
      'permission.list': (call, { task_id }) =>
        say(call, permissions.list(call.ctx.principal, task_id)),
      'permission.respond': (call, { task_id, pending_id, ...decision }) =>
        say(call, this.respond(call, task_id, pending_id, decision)),
      'health.check': ({ answer }) =>
        answer(JSON.stringify({ status: 'ok', service: 'kenny', mode: 'unified' })),
    };
  }

  private ofTasks() {
    const { tasks, topic } = this;
    return {
      'task.create': (call, body) => say(call, tasks.create(call.ctx, body)),
      'task.get': (call, { id }) => say(call, tasks.get(call.ctx, id)),
      'task.list': (call, { limit, ...wanted }) =>
        say(call, tasks.list(call.ctx, { ...wanted, limit: pageSize(limit) })),
      'task.update': (call, { id, ...body }) => say(call, tasks.update(call.ctx, id, body)),
      'task.delete': (call, { id }) => say(call, done(tasks.delete(call.ctx, id))),
      'task.move': (call, { id, ...body }) => say(call, tasks.move(call.ctx, id, body)),
      'task.state': (call, { id, state }) => say(call, tasks.setState(call.ctx, id, state)),
      'task.subscribe': ({ ctx, watcher, answer }, wanted) =>
        topic.subscribe(ctx, wanted, watcher, answer),
      'task.unsubscribe': ({ watcher, answer }, { task_id }) => {
        topic.leave(watcher, task_id);
        answer(JSON.stringify({ success: true, task_id }));
      },
      'task.logs': (call, { task_id, limit }) =>
        say(call, tasks.logs(call.ctx, task_id, limit ?? USUAL_LOGS)),
    } satisfies Partial<TaskHandlers>;
  }

  private ofOrchestrator() {
    const { orchestrator } = this;
    return {
      'orchestrator.start': (call, { task_id, ...body }) =>
        say(call, orchestrator.start(call.ctx, task_id, body)),
      'orchestrator.stop': (call, { task_id, ...body }) =>
        say(call, orchestrator.stop(call.ctx, task_id, body)),
      'orchestrator.prompt': (call, { task_id, prompt }) =>
        say(call, orchestrator.prompt(call.ctx, task_id, prompt)),
      'orchestrator.complete': (call, { task_id }) =>
        say(call, orchestrator.complete(call.ctx, task_id)),
      'orchestrator.trigger': (call, { task_id }) =>
        say(call, orchestrator.trigger(call.ctx, task_id)),
      'orchestrator.status': (call) => say(call, orchestrator.status(call.ctx)),
      'orchestrator.queue': (call) => say(call, orchestrator.queue(call.ctx)),
      'orchestrator.reprioritise': (call, { task_id, priority }) =>
        say(call, orchestrator.reprioritise(call.ctx, task_id, priority)),
      'orchestrator.dequeue': (call, { task_id }) =>
        say(call, orchestrator.dequeue(call.ctx, task_id)),
    } satisfies Partial<TaskHandlers>;
  }

  /** Here `agent_id` is an agent instance, as in the seed's documents. */
  private ofAgents() {
    const { tasks, types } = this;
    return {
      'agent.types': (call) => say(call, types.wholeFor(call.ctx)),
      'agent.list': (call, { task_id }) => say(call, tasks.instances(call.ctx, task_id)),
      'agent.status': (call, { agent_id }) => say(call, tasks.instance(call.ctx, agent_id)),
      'agent.logs': (call, { agent_id, limit }) =>
        say(call, this.agentLogs(call, agent_id, limit ?? USUAL_LOGS)),
      'agent.stop': (call, { agent_id }) => say(call, this.stopAgent(call, agent_id)),
      'agent.launch': (call, { task_id, agent_type, workspace_path, env }) => {
        if (workspace_path !== undefined || env !== undefined) throw onlyTheTypeSays();
        return say(call, this.launch(call, task_id, agent_type));
      },
    } satisfies Partial<TaskHandlers>;
  }

  private ofBoards() {
    const { boards } = this;
    return {
      'board.list': (call) => say(call, boards.list()),
      'board.get': (call, { id }) => say(call, boards.get(id)),
      'board.create': (call, body) => say(call, boards.create(call.ctx, body)),
      'board.update': (call, { id, ...body }) => say(call, boards.update(call.ctx, id, body)),
      'board.delete': (call, { id }) => say(call, done(boards.delete(call.ctx, id))),
      'column.list': (call, { board_id }) => say(call, boards.columns(board_id)),
      'column.get': (call, { id }) => say(call, boards.column(id)),
      'column.create': (call, { board_id, ...body }) =>
        say(call, boards.createColumn(call.ctx, board_id, body)),
      'column.update': (call, { id, ...body }) =>
        say(call, boards.updateColumn(call.ctx, id, body)),
      'column.delete': (call, { id }) => say(call, done(boards.deleteColumn(call.ctx, id))),
    } satisfies Partial<TaskHandlers>;
  }

  private async respond(
    { ctx }: Call,
    task_id: string,
    pending_id: string,
    decision: Parameters<PermissionsApi['respond']>[3],
  ): Promise<object> {
    await this.permissions.respond(ctx, task_id, pending_id, decision);
    return { success: true, task_id, pending_id };
  }

  private async agentLogs({ ctx }: Call, agent_id: string, limit: number): Promise<object> {
    const { task_id } = await this.tasks.instance(ctx, agent_id);
    const { logs } = await this.tasks.logs(ctx, task_id, TASK_LIMITS.eventsPage);
    const own = logs.filter((event) => event.agent_instance_id === agent_id).slice(-limit);
    return { agent_id, logs: own, message: '' };
  }

  private async stopAgent({ ctx }: Call, agent_id: string): Promise<object> {
    const { task_id } = await this.tasks.instance(ctx, agent_id);
    const { agent_instance_id } = await this.tasks.get(ctx, task_id);
    if (agent_instance_id !== agent_id) {
      throw new KennyError('conflict', 'That agent has ended; another one works on its task.');
    }
    await this.orchestrator.stop(ctx, task_id, {});
    return { success: true };
  }

  private async launch({ ctx }: Call, task_id: string, agent_type: string): Promise<object> {
    const { agent_instance_id } = await this.orchestrator.start(ctx, task_id, { agent_type });
    return { success: true, task_id, agent_id: agent_instance_id };
  }
}

async function done(doing: Promise<void>): Promise<object> {
  await doing;
  return { success: true };
}

function onlyTheTypeSays(): KennyError {
  return new KennyError(
    'validation',
    'payload: workspace_path and env are not taken: the file of agent types says where and with what an agent runs.',
  );
}
