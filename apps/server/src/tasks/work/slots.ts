import { faultPoint, type Clock, type Timer } from '@kenny/kernel';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { APP_CONFIG, type AppConfig } from '../../config/index.js';
import { CLOCK, KennyError } from '../../kernel/index.js';
import { retryDelay } from '../../scheduling/index.js';
import { isReady, startOrder, taskText, type Waiting } from '../states/index.js';
import {
  PromptRows,
  RunRows,
  TaskRows,
  type TaskPromptEntity,
  type TaskRunEntity,
} from '../store/index.js';
import { AgentStarter, type AdmittedType } from './agents.js';
import { AtWork } from './at-work.js';
import { Instances } from './instances.js';
import { TaskChanges } from './task-changes.js';
import { Work } from './work.js';

/** Takes tasks out of the queue while there are slots: a slot is a turn at work. */
@Injectable()
export class Slots {
  private readonly logger = new Logger(Slots.name);
  private readonly most: number;
  private draining: Promise<void> | undefined;
  private again = false;
  private failed = 0;
  private timer: Timer | undefined;
  private isOpen = false;
  private run: (work: Work) => Promise<void> = () => Promise.resolve();

  constructor(
    private readonly rows: TaskRows,
    private readonly prompts: PromptRows,
    private readonly runs: RunRows,
    private readonly changes: TaskChanges,
    private readonly instances: Instances,
    private readonly starter: AgentStarter,
    private readonly atWork: AtWork,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(APP_CONFIG) { tasks }: Pick<AppConfig, 'tasks'>,
  ) {
    this.most = tasks.maxConcurrent;
  }

  get maxConcurrent(): number {
    return this.most;
  }

  /** From now on tasks are taken; `run` works on one and never rejects. */
  open(run: (work: Work) => Promise<void>): void {
    this.run = run;
    this.isOpen = true;
    void this.drain();
  }

  close(): void {
    this.isOpen = false;
    this.timer?.cancel();
  }

  /** In the order in which they start. */
  async queue(): Promise<(Waiting & { title: string })[]> {
    return startOrder(await this.rows.waiting(), this.clock.now());
  }

  /** Resolves when every task that could be taken now is. Never rejects. */
  async drain(): Promise<void> {
    this.again = true;
    this.draining ??= this.fill().finally(() => {
      this.draining = undefined;
      if (this.again && this.isOpen) void this.drain();
    });
    return this.draining;
  }

  private async fill(): Promise<void> {
    while (this.isOpen && this.again) {
      this.again = false;
      try {
        while (this.isOpen && (await this.takeNext()));
        this.failed = 0;
      } catch (error) {
        this.logger.warn(`the queue of tasks: ${String(error)}`);
        this.wakeIn(retryDelay(this.failed));
        this.failed += 1;
        this.again = false;
      }
    }
  }

  private async takeNext(): Promise<boolean> {
    if (this.atWork.size >= this.most) return false;
    const now = this.clock.now();
    const waiting = (await this.queue()).filter(({ id }) => !this.atWork.has(id));
    const next = waiting.find((one) => isReady(one, now));
    if (!next) {
      const soonest = Math.min(...waiting.map(({ not_before }) => not_before ?? now));
      if (waiting.length > 0) this.wakeIn(soonest - now);
      return false;
    }
    this.atWork.reserve(next.id);
    try {
      this.begin(await this.take(next.id));
    } catch (error) {
      this.atWork.release(next.id);
      // Somebody took it out of the queue meanwhile, or it is gone.
      if (!(error instanceof KennyError && OUT.has(error.code))) throw error;
    }
    return true;
  }

  private async take(id: string): Promise<Work> {
    const admitted = await this.admitted(id);
    let taken: { prompt: TaskPromptEntity; run_id: string; again: boolean } | undefined;
    const task = await this.changes.apply(id, { type: 'take' }, async (tx, row) => {
      const now = this.clock.now();
      const prompt = await this.prompts.inHand(id, tx);
      if (!prompt) throw new Error(`task ${id} is queued without a prompt`);
      const text = prompt.text === '' ? taskText(row) : prompt.text;
      const again = prompt.taken_at !== null;
      await this.prompts.change(tx, prompt.id, { taken_at: prompt.taken_at ?? now, text });
      const agent_type = row.agent_type ?? '';
      const usable = this.instances.usable(id, prompt.token_id, agent_type);
      const run_id = usable ?? randomUUID();
      if (usable === undefined) {
        await this.runs.insert(tx, this.newRun(run_id, id, agent_type, admitted?.frozen ?? {}));
      }
      taken = { prompt: { ...prompt, text }, run_id, again };
      return { starter_token_id: prompt.token_id };
    });
    faultPoint('server.task_taken');
    if (!taken) throw new Error(`task ${id} was not taken`);
    const { prompt, run_id, again } = taken;
    return new Work(task, prompt, run_id, again, admitted?.timeoutMs ?? null);
  }

  /** Null: it may not run any more, and its start will say why. */
  private async admitted(id: string): Promise<AdmittedType | null> {
    const task = await this.rows.get(id);
    try {
      return await this.starter.admit(task?.agent_type ?? '');
    } catch (error) {
      if (error instanceof KennyError) return null;
      throw error;
    }
  }

  private newRun(
    id: string,
    task_id: string,
    agent_type: string,
    type_frozen: Record<string, unknown>,
  ): TaskRunEntity {
    return {
      ...{ id, task_id, agent_type, type_frozen, workspace: null },
      ...{ acp_session_id: null, dialect: null, capabilities: null, status: 'PENDING' },
      ...{ progress: 0, exit_code: null, error: null, marker: null },
      ...{ started_at: this.clock.now(), finished_at: null },
    };
  }

  private begin(work: Work): void {
    this.atWork.begin(work);
    void this.run(work).finally(() => {
      this.atWork.release(work.task_id);
      work.close();
      void this.drain();
    });
  }

  private wakeIn(ms: number): void {
    this.timer?.cancel();
    this.timer = this.clock.setTimer(() => void this.drain(), Math.max(0, ms));
  }
}

const OUT: ReadonlySet<string> = new Set(['conflict', 'not_found']);
