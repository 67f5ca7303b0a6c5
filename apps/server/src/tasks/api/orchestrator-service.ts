import {
  QUEUED_STATUS,
  type OrchestratorStatus,
  type StartTaskBody,
  type StopTaskBody,
  type TaskCompleted,
  type TaskMoved,
  type TaskPrompted,
  type TaskQueue,
  type TaskStarted,
  type TaskTriggered,
} from '@kenny/contract';
import { iso, isoOrNull, SECOND_MS, type Clock } from '@kenny/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, KennyError, type CallContext } from '../../kernel/index.js';
import { RunRows, TaskRows, type TaskEntity } from '../store/index.js';
import { AtWork, Orchestrator, Slots, TasksLifetime, Turns, type Started } from '../work/index.js';
import { OrchestratorApi } from './ports.js';
import { mustSee, mustSteer, sees } from './task-access.js';

@Injectable()
export class OrchestratorService extends OrchestratorApi {
  constructor(
    private readonly rows: TaskRows,
    private readonly runs: RunRows,
    private readonly orchestrator: Orchestrator,
    private readonly slots: Slots,
    private readonly atWork: AtWork,
    private readonly turns: Turns,
    private readonly lifetime: TasksLifetime,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    super();
  }

  override async start(ctx: CallContext, id: string, body: StartTaskBody): Promise<TaskStarted> {
    await this.steered(ctx, id);
    return this.answerOf(id, await this.orchestrator.start(ctx, id, body));
  }

  override async trigger(ctx: CallContext, id: string): Promise<TaskTriggered> {
    const started = await this.start(ctx, id, {});
    return { ...started, message: 'Task triggered' };
  }

  override async stop(ctx: CallContext, id: string, body: StopTaskBody): Promise<TaskMoved> {
    await this.steered(ctx, id);
    return moved(await this.orchestrator.stop(ctx, id, body));
  }

  override async prompt(ctx: CallContext, id: string, text: string): Promise<TaskPrompted> {
    await this.steered(ctx, id);
    if (text.trim() === '') throw new KennyError('validation', 'prompt: say something');
    const { task, prompt } = await this.orchestrator.prompt(ctx, id, text);
    return { ...moved(task), prompt_id: prompt.id };
  }

  override async complete(ctx: CallContext, id: string): Promise<TaskCompleted> {
    await this.steered(ctx, id);
    const task = await this.orchestrator.complete(ctx, id);
    return { ...moved(task), message: 'task completed' };
  }

  override async status(_ctx: CallContext): Promise<OrchestratorStatus> {
    const { processed: total_processed, failed: total_failed } = this.turns;
    const queued = await this.rows.waiting();
    const uptime = this.clock.monotonic() - this.lifetime.startedAt;
    return {
      ...{ running: true, active_agents: this.atWork.size, queued_tasks: queued.length },
      ...{ max_concurrent: this.slots.maxConcurrent, total_processed, total_failed },
      uptime_seconds: Math.floor(uptime / SECOND_MS),
      last_heartbeat: iso(this.clock.now()),
    };
  }

  override async queue({ principal }: CallContext): Promise<TaskQueue> {
    const waiting = await this.slots.queue();
    const known = await this.rows.some(waiting.map(({ id }) => id));
    const tasks = waiting.flatMap(({ id, title, priority, queued_at, not_before }, index) => {
      const task = known.get(id);
      if (!task || !sees(principal, task)) return [];
      const at = { queued_at: iso(queued_at), not_before: isoOrNull(not_before) };
      return [{ task_id: id, title, priority, ...at, position: index + 1 }];
    });
    return { tasks, total: tasks.length };
  }

  override async reprioritise(ctx: CallContext, id: string, priority: number): Promise<TaskQueue> {
    await this.steered(ctx, id);
    await this.orchestrator.reprioritise(ctx, id, priority);
    return this.queue(ctx);
  }

  override async dequeue(ctx: CallContext, id: string): Promise<TaskMoved> {
    await this.steered(ctx, id);
    return moved(await this.orchestrator.dequeue(ctx, id));
  }

  private async steered({ principal }: CallContext, id: string): Promise<void> {
    const task = mustSee(principal, id, await this.rows.get(id));
    mustSteer(principal, task);
    this.lifetime.refuseUnready();
  }

  private async answerOf(task_id: string, { run_id }: Started): Promise<TaskStarted> {
    const done = { success: true, task_id };
    if (run_id === null) {
      const place = (await this.slots.queue()).findIndex(({ id }) => id === task_id);
      const position = place < 0 ? {} : { position: place + 1 };
      return { ...done, agent_instance_id: null, status: QUEUED_STATUS, ...position };
    }
    const status = (await this.runs.get(run_id))?.status ?? 'PENDING';
    return { ...done, agent_instance_id: run_id, status };
  }
}

function moved({ id, state }: TaskEntity): TaskMoved {
  return { success: true, task_id: id, state };
}
