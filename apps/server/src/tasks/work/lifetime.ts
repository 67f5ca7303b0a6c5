import { TASK_FAULTS } from '@kenny/contract';
import type { Clock } from '@kenny/kernel';
import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { TaskConversations } from '../../chat/index.js';
import { BootWrites, Writer } from '../../database/index.js';
import { CLOCK } from '../../kernel/index.js';
import { PromptRows, RunRows, TaskErasure, TaskEventLog, TaskRows } from '../store/index.js';
import { AcpBrain } from './acp-brain.js';
import { AgentStarter } from './agents.js';
import { AtWork } from './at-work.js';
import { Instances } from './instances.js';
import { Slots } from './slots.js';
import { TaskChanges } from './task-changes.js';
import { TaskRequests } from './requests.js';
import { Turns } from './turns.js';

/** Begins and ends the work on tasks with the server. */
@Injectable()
export class TasksLifetime implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(TasksLifetime.name);
  private readonly leftOver: BootWrites;
  readonly startedAt: number;

  constructor(
    private readonly conversations: TaskConversations,
    private readonly brain: AcpBrain,
    private readonly starter: AgentStarter,
    private readonly rows: TaskRows,
    private readonly prompts: PromptRows,
    private readonly runs: RunRows,
    private readonly changes: TaskChanges,
    private readonly requests: TaskRequests,
    private readonly erasure: TaskErasure,
    private readonly slots: Slots,
    private readonly turns: Turns,
    private readonly instances: Instances,
    private readonly atWork: AtWork,
    private readonly log: TaskEventLog,
    private readonly writer: Writer,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.startedAt = clock.monotonic();
    this.leftOver = new BootWrites('Tasks that an earlier run left', writer, () => this.recover());
  }

  /** @throws KennyError `unavailable` until what an earlier run left is put right */
  refuseUnready(): void {
    this.leftOver.refuse();
  }

  onModuleInit(): void {
    this.conversations.register(this.brain);
    this.requests.listen();
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.leftOver.run();
  }

  /** Turns at work end with the server; the next start finds them interrupted. */
  async onModuleDestroy(): Promise<void> {
    this.slots.close();
    this.turns.stop();
    for (const work of this.atWork.all()) work.end(undefined, true);
    await this.instances.stop();
  }

  /** Nobody goes on by itself with what was at work: it may have done anything. */
  private async recover(): Promise<void> {
    await this.requests.recover();
    const error = { code: 'interrupted', message: TASK_FAULTS.interrupted };
    for (const { id } of await this.rows.inState('IN_PROGRESS')) {
      if (await this.hadEnded(id)) continue;
      await this.changes.apply(id, { type: 'restarted' }, () =>
        Promise.resolve({ error, resumable: true, finished_at: this.clock.now() }),
      );
      void this.log.append(id, 'error', error);
    }
    const left = await this.runs.live();
    await this.killLeftovers(left.flatMap(({ marker }) => (marker === null ? [] : [marker])));
    for (const { id, task_id } of left) {
      const end = {
        status: 'STOPPED',
        error: error.message,
        finished_at: this.clock.now(),
      } as const;
      await this.writer.write((tx) => this.runs.change(tx, id, end));
      void this.log.append(task_id, 'agent', { status: 'STOPPED', progress: 0 }, id);
    }
    for (const state of ['REVIEW', 'INTERRUPTED'] as const) {
      for (const { id } of await this.rows.inState(state)) await this.changes.refresh(id);
    }
    await this.erasure.eraseRest();
    this.slots.open((work) => this.turns.work(work));
  }

  /** Its turn was over, and only the task did not know yet. */
  private async hadEnded(id: string): Promise<boolean> {
    const prompt = await this.prompts.begun(id);
    const turn = prompt?.turn_id ? await this.conversations.turn(prompt.turn_id) : undefined;
    if (!prompt || turn?.status !== 'completed') return false;
    const more = (await this.prompts.countWaiting(id)) > 0;
    await this.changes.apply(id, { type: 'turn_ended', more, error: null }, async (tx) => {
      await this.prompts.change(tx, prompt.id, { ended_at: this.clock.now() });
    });
    return true;
  }

  private async killLeftovers(markers: readonly string[]): Promise<void> {
    if (markers.length === 0) return;
    try {
      const killed = await this.starter.killLeftovers(markers);
      if (killed > 0) this.logger.warn(`ended ${killed} processes that an earlier run left`);
    } catch (error) {
      this.logger.error(`processes of an earlier run may be left: ${String(error)}`);
    }
  }
}
