import { TASK_LIMITS, TASK_PROMPTS } from '@kenny/contract';
import { faultPoint, type Clock } from '@kenny/kernel';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { Acting } from '../../auth/index.js';
import { TaskConversations } from '../../chat/index.js';
import type { Tx } from '../../database/index.js';
import { CLOCK, KennyError } from '../../kernel/index.js';
import { TaskEnds } from '../gate/index.js';
import {
  PromptRows,
  TaskErasure,
  TaskRows,
  type TaskEntity,
  type TaskPromptEntity,
} from '../store/index.js';
import { AgentStarter } from './agents.js';
import { AtWork } from './at-work.js';
import { Instances } from './instances.js';
import { Slots } from './slots.js';
import { TaskChanges } from './task-changes.js';

export interface Started {
  readonly task: TaskEntity;
  /** The agent that works on it; null: it waits. */
  readonly run_id: string | null;
}

/** What people do with tasks; whoever calls has judged who may. */
@Injectable()
export class Orchestrator {
  private readonly logger = new Logger(Orchestrator.name);

  constructor(
    private readonly rows: TaskRows,
    private readonly prompts: PromptRows,
    private readonly changes: TaskChanges,
    private readonly slots: Slots,
    private readonly atWork: AtWork,
    private readonly instances: Instances,
    private readonly starter: AgentStarter,
    private readonly conversations: TaskConversations,
    private readonly ends: TaskEnds,
    private readonly erasure: TaskErasure,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Into the queue, and out of it if a slot is free.
   * @throws KennyError `conflict`, `unavailable` for an agent that may not run here
   */
  async start(
    acting: Acting,
    id: string,
    { agent_type, priority }: { agent_type?: string | undefined; priority?: number | undefined },
  ): Promise<Started> {
    const before = await this.mustGet(id);
    const type = agent_type ?? before.agent_type;
    if (type === null) {
      throw new KennyError('conflict', 'This task has no agent: say which one (agent_type).');
    }
    await this.starter.admit(type);
    await this.changes.apply(id, { type: 'start' }, async (tx, task) => {
      await this.mustHaveRoom(tx);
      const unfinished = await this.prompts.inHand(id, tx);
      const none = (await this.prompts.count(id, tx)) === 0;
      if (!unfinished)
        await this.addPrompt(tx, whoOf(acting), id, none ? '' : TASK_PROMPTS.resumed);
      else await this.takeOver(tx, acting, unfinished);
      const said = { action: 'start', agent_type: type, priority: priority ?? task.priority };
      await this.changes.record(tx, acting, id, said);
      return { agent_type: type, priority: said.priority };
    });
    faultPoint('server.task_queued');
    return this.settled(id);
  }

  /** At once if it rests, else when the turn has ended. @throws KennyError `conflict` */
  async prompt(
    acting: Acting,
    id: string,
    text: string,
  ): Promise<Started & { readonly prompt: TaskPromptEntity }> {
    const before = await this.mustGet(id);
    if (before.agent_type === null) {
      throw new KennyError('conflict', 'This task has no agent: start it with one first.');
    }
    let prompt: TaskPromptEntity | undefined;
    await this.changes.apply(id, { type: 'prompt' }, async (tx, task) => {
      const rests = task.base_state !== 'QUEUED' && task.base_state !== 'IN_PROGRESS';
      if (rests) {
        await this.mustHaveRoom(tx);
        // What came to no end before is given up for it: the agent knows of it from its session.
        const begun = await this.prompts.begun(id, tx);
        if (begun) await this.prompts.change(tx, begun.id, { ended_at: this.clock.now() });
        // The task itself comes first.
        if ((await this.prompts.count(id, tx)) === 0)
          await this.addPrompt(tx, whoOf(acting), id, '');
      }
      if ((await this.prompts.countWaiting(id, tx)) >= TASK_LIMITS.prompts) {
        const { prompts } = TASK_LIMITS;
        throw new KennyError('conflict', `${prompts} prompts wait already; wait for the agent.`);
      }
      prompt = await this.addPrompt(tx, whoOf(acting), id, text);
      await this.changes.record(tx, acting, id, { action: 'prompt', number: prompt.number });
    });
    if (!prompt) throw new Error('the prompt was not stored');
    return { ...(await this.settled(id)), prompt };
  }

  /** What it waited for has been decided: an agent that rests goes on, with the rights that it had. */
  async goOn(id: string): Promise<void> {
    const [last] = await this.prompts.last(id, 1);
    if (!last) return;
    await this.changes.apply(id, { type: 'decided' }, async (tx, { base_state }, { base }) => {
      if (base === base_state) return;
      await this.mustHaveRoom(tx);
      await this.addPrompt(tx, last, id, TASK_PROMPTS.decided);
    });
    await this.slots.drain();
  }

  /**
   * The agent is asked to end its turn and keeps what it knows; by force it is ended. What it waits
   * for is decided by nobody any more.
   */
  async stop(
    acting: Acting,
    id: string,
    { reason, force = false }: { reason?: string | undefined; force?: boolean | undefined },
  ): Promise<TaskEntity> {
    const why = reason ?? 'stopped by a person';
    const task = await this.changes.apply(id, { type: 'stop' }, async (tx) => {
      await this.ends.stopIn(tx, id, why);
      await this.changes.record(tx, acting, id, { action: 'stop', reason: why, force });
    });
    await this.interrupt(id, force);
    return task;
  }

  /** It is done: its agent ends, and with it all that it may do. */
  async complete(acting: Acting, id: string): Promise<TaskEntity> {
    const task = await this.changes.apply(id, { type: 'complete' }, async (tx) => {
      await this.prompts.giveUp(tx, id, this.clock.now());
      await this.ends.endIn(tx, id, 'the task is completed');
      await this.changes.record(tx, acting, id, { action: 'complete' });
    });
    await this.interrupt(id, false);
    this.letGo(id, false);
    return task;
  }

  /** Out of the queue, where it was before. */
  dequeue(acting: Acting, id: string): Promise<TaskEntity> {
    return this.changes.apply(id, { type: 'dequeue' }, (tx) =>
      this.changes.record(tx, acting, id, { action: 'dequeue' }),
    );
  }

  async reprioritise(acting: Acting, id: string, priority: number): Promise<TaskEntity> {
    const task = await this.changes.change(id, async (tx, { base_state }) => {
      if (base_state !== 'QUEUED') {
        throw new KennyError('conflict', 'This task is not in the queue.');
      }
      await this.changes.record(tx, acting, id, { action: 'reprioritise', priority });
      return { priority };
    });
    void this.slots.drain();
    return task;
  }

  /** With all that it holds; its processes end at once. */
  async delete(acting: Acting, id: string): Promise<void> {
    const { session_id } = await this.changes.change(id, async (tx) => {
      await this.ends.endIn(tx, id, 'the task was deleted');
      await this.changes.record(tx, acting, id, { action: 'delete' });
      return { deleted_at: this.clock.now() };
    });
    await this.interrupt(id, true);
    await this.instances.release(id, true);
    await this.atWork.get(id)?.over;
    if (session_id !== null) await this.eraseConversation(session_id, acting);
    this.erasure.erase(id);
  }

  /** Its next turn has an agent with other rights. */
  renew(id: string): void {
    this.letGo(id, false);
  }

  /** Ends the turn at work, if there is one; does not wait for it. */
  private async interrupt(id: string, force: boolean): Promise<void> {
    const work = this.atWork.get(id);
    if (!work) return;
    work.end(undefined, force);
    const { session_id } = work;
    if (work.turn_id !== undefined && session_id !== undefined) {
      await this.conversations.cancel(session_id, work.turn_id);
    }
  }

  private letGo(id: string, force: boolean): void {
    const over = this.atWork.get(id)?.over ?? Promise.resolve();
    over
      .then(() => this.instances.release(id, force))
      .catch((error: unknown) => this.logger.error(`an agent was not let go: ${String(error)}`));
  }

  private async eraseConversation(session_id: string, acting: Acting): Promise<void> {
    try {
      await this.conversations.erase(session_id, acting);
    } catch (error) {
      this.logger.error(`the conversation of a deleted task is still there: ${String(error)}`);
    }
  }

  private async settled(id: string): Promise<Started> {
    await this.slots.drain();
    const task = await this.mustGet(id);
    return { task, run_id: this.atWork.get(id)?.run_id ?? null };
  }

  private addPrompt(
    tx: Tx,
    { operator_id, token_id }: Pick<TaskPromptEntity, 'operator_id' | 'token_id'>,
    task_id: string,
    text: string,
  ): Promise<TaskPromptEntity> {
    return this.prompts.add(tx, {
      ...{ id: randomUUID(), task_id, text, operator_id, token_id },
      ...{ created_at: this.clock.now(), taken_at: null, turn_id: null, ended_at: null },
    });
  }

  /** Whoever starts it works on with their own rights. */
  private takeOver(tx: Tx, { principal }: Acting, { id }: TaskPromptEntity): Promise<void> {
    return this.prompts.change(tx, id, { token_id: tokenOf(principal) });
  }

  private async mustHaveRoom(tx: Tx): Promise<void> {
    if ((await this.rows.countWaiting(tx)) < TASK_LIMITS.queued) return;
    throw new KennyError(
      'rate_limited',
      `${TASK_LIMITS.queued} tasks wait already; take one out of the queue, or wait.`,
    );
  }

  private async mustGet(id: string): Promise<TaskEntity> {
    const task = await this.rows.get(id);
    if (!task) throw new KennyError('not_found', `there is no task ${id.slice(0, 64)}`);
    return task;
  }
}

const whoOf = ({ principal }: Acting) => ({
  operator_id: principal.id,
  token_id: tokenOf(principal),
});

function tokenOf({ token_id }: Acting['principal']): string {
  if (token_id !== null) return token_id;
  throw new KennyError('forbidden', 'A task works with the rights of a token: use one.');
}
