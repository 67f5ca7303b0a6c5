import { TASK_FAULTS, type TaskEventData } from '@kenny/contract';
import { isOver, type TurnRecord } from '@kenny/session';
import { faultPoint, type Clock } from '@kenny/kernel';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { TaskConversations } from '../../chat/index.js';
import { CLOCK, KennyError } from '../../kernel/index.js';
import { TaskEnds } from '../gate/index.js';
import { isRetried, type TaskInput, type TaskProblem } from '../states/index.js';
import { lifeOf, PromptRows, TaskEventLog, type TaskEntity } from '../store/index.js';
import { EARLY_CODES } from './acp-brain.js';
import { TaskChanges } from './task-changes.js';
import type { Work } from './work.js';

const NAME = 80;

/** Hands a task that holds a slot to the conversation engine, and stores how its turn has ended. */
@Injectable()
export class Turns {
  private readonly logger = new Logger(Turns.name);
  private stopping = false;
  /** Since the server started. */
  processed = 0;
  failed = 0;

  constructor(
    private readonly conversations: TaskConversations,
    private readonly changes: TaskChanges,
    private readonly prompts: PromptRows,
    private readonly ends: TaskEnds,
    private readonly log: TaskEventLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** From now on nothing is stored: the next start finds what was at work. */
  stop(): void {
    this.stopping = true;
  }

  /** Resolves when the task may give its slot away. Never rejects. */
  async work(work: Work): Promise<void> {
    try {
      const error = await this.turn(work);
      await work.thinking;
      if (this.stopping) return;
      await this.insist(work, error);
    } catch (error) {
      this.logger.error(`the turn of task ${work.task_id}: ${String(error)}`);
    }
  }

  /** Null: it has ended well. */
  private async turn(work: Work): Promise<TaskProblem | null> {
    const { task, prompt, task_id } = work;
    try {
      const session_id = task.session_id ?? (await this.conversation(task));
      work.session_id = session_id;
      const { operator_id, token_id, id: prompt_id, text } = prompt;
      const requester = { operator_id, token_id, task_id, prompt_id };
      const turn_id = await this.conversations.say(session_id, text, requester);
      work.turn_id = turn_id;
      faultPoint('server.task_said');
      await this.changes.change(task_id, async (tx) => {
        await this.prompts.change(tx, prompt.id, { turn_id });
        return {};
      });
      if (work.signal.aborted) await this.conversations.cancel(session_id, turn_id);
      return problemOf(await this.settled(turn_id));
    } catch (error) {
      if (error instanceof KennyError) return { code: 'agent_start', message: error.message };
      throw error;
    }
  }

  private async settled(turn_id: string): Promise<TurnRecord> {
    for (;;) {
      const turn = await this.conversations.settled(turn_id);
      if (isOver(turn)) return turn;
    }
  }

  private async conversation({ id, owner_id, agents, title }: TaskEntity): Promise<string> {
    const name = title.slice(0, NAME).toWellFormed();
    const session_id = await this.conversations.create({ owner_id, agents, name });
    await this.changes.change(id, () => Promise.resolve({ session_id }));
    return session_id;
  }

  /** Must not get lost, else the task would be at work without an end. */
  private async insist(work: Work, error: TaskProblem | null): Promise<void> {
    for (let delay = 1_000; !this.stopping; delay = Math.min(delay * 2, 30_000)) {
      try {
        return await this.ended(work, error);
      } catch (failure) {
        // It was deleted meanwhile.
        if (failure instanceof KennyError && failure.code === 'not_found') return;
        this.logger.warn(`the end of a turn is not stored yet: ${String(failure)}`);
      }
      await new Promise<void>((resolve) => this.clock.setTimer(resolve, delay));
    }
  }

  private async ended({ task_id, prompt, run_id }: Work, error: TaskProblem | null): Promise<void> {
    const { number } = prompt;
    // Whoever sees that it has ended finds all that was said.
    await this.log.flush(task_id);
    faultPoint('server.task_turn_over');
    const isEnd = error === null || EARLY_CODES.includes(error.code);
    const more = isEnd && (await this.prompts.countWaiting(task_id)) > 0;
    const input: TaskInput = isEnd
      ? { type: 'turn_ended', more, error }
      : { type: 'turn_failed', error };
    let retried = false;
    const task = await this.changes.apply(task_id, input, async (tx, row, life) => {
      if (row.base_state !== 'IN_PROGRESS') return;
      if (isEnd) await this.prompts.change(tx, prompt.id, { ended_at: this.clock.now() });
      if (life.base === 'FAILED') await this.ends.endIn(tx, task_id, 'the task has failed');
      retried = error !== null && isRetried(lifeOf(row), error);
    });
    faultPoint('server.task_ended');
    this.processed += 1;
    if (error !== null && !isEnd) this.failed += 1;
    const cancelled = task.base_state === 'CANCELLED' || task.base_state === 'COMPLETED';
    if (error !== null && !cancelled) void this.log.append(task_id, 'error', error, run_id);
    if (retried) {
      const status = { status: 'retrying', message: retryWords(task) } as const;
      void this.log.append(task_id, 'status', status, run_id);
    } else void this.log.append(task_id, 'result', resultOf(error, cancelled, number), run_id);
    await this.log.flush(task_id);
  }
}

function problemOf({ status, error }: TurnRecord): TaskProblem | null {
  if (status === 'completed') return null;
  if (status === 'canceled') return { code: 'interrupted', message: 'The turn was stopped.' };
  return error ?? { code: 'agent_failed', message: TASK_FAULTS.agent_failed };
}

function resultOf(
  error: TaskProblem | null,
  cancelled: boolean,
  number: number,
): TaskEventData['result'] {
  if (cancelled) {
    return {
      status: 'cancelled',
      summary: `Turn ${number} was stopped.`,
      stop_reason: 'cancelled',
    };
  }
  if (error === null) {
    const summary = `Turn ${number} has ended.`;
    return { status: 'completed', summary, stop_reason: 'end_turn' };
  }
  return { status: 'failed', summary: error.message, stop_reason: STOPS[error.code] ?? null };
}

const STOPS: Partial<Record<string, TaskEventData['result']['stop_reason']>> = {
  agent_refused: 'refusal',
  agent_max_tokens: 'max_tokens',
  agent_max_turn_requests: 'max_turn_requests',
};

function retryWords({ attempts, not_before }: TaskEntity): string {
  const at = not_before === null ? 'soon' : `at ${new Date(not_before).toISOString()}`;
  return `Attempt ${attempts} failed; the next one begins ${at}.`;
}
