import { type Clock, HOUR_MS, type Timer } from '@kenny/kernel';
import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { CLOCK } from '../kernel/index.js';
import { Scheduler, type ScheduledTask } from './scheduled-task.js';
import { SteadyTime } from './steady-time.js';

interface Registered {
  task: ScheduledTask;
  /** Monotonic time of the next run; a grid, so that slow runs do not shift it. */
  due: number;
  timer?: Timer;
  running?: Promise<void>;
}

/**
 * Runs each task on a grid of `everyMs`, the first time one interval after it was registered. A
 * run that takes longer than its interval skips the points it missed.
 */
@Injectable()
export class SchedulerService extends Scheduler implements OnModuleDestroy {
  private readonly logger = new Logger('Scheduler');
  private readonly tasks = new Map<string, Registered>();
  private readonly steady: SteadyTime;
  private stopped = false;

  constructor(@Inject(CLOCK) private readonly clock: Clock) {
    super();
    this.steady = new SteadyTime(clock);
  }

  override register(task: ScheduledTask): void {
    if (this.tasks.has(task.id)) throw new Error(`a task ${task.id} is registered already`);
    if (!(task.everyMs > 0)) throw new Error(`task ${task.id} needs an interval above 0`);
    const entry: Registered = { task, due: this.clock.monotonic() + task.everyMs };
    this.tasks.set(task.id, entry);
    this.arm(entry);
  }

  /** Starts nothing new and waits for what runs. */
  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    for (const { timer } of this.tasks.values()) timer?.cancel();
    for (const { running } of this.tasks.values()) await running;
  }

  private arm(entry: Registered): void {
    if (this.stopped) return;
    const { everyMs } = entry.task;
    const now = this.clock.monotonic();
    if (entry.due < now) entry.due += Math.ceil((now - entry.due) / everyMs) * everyMs;
    entry.timer = this.clock.setTimer(() => {
      entry.due += everyMs;
      entry.running = this.run(entry.task).finally(() => this.arm(entry));
    }, entry.due - now);
  }

  private async run(task: ScheduledTask): Promise<void> {
    const jump = this.steady.look();
    if (jump !== 0) {
      this.logger.warn(
        `The clock of this machine jumped by ${Math.round(jump / HOUR_MS)} h. ` +
          (jump > 0 ? 'Nothing old is deleted for an hour.' : ''),
      );
    }
    if (task.deletes && !this.steady.isSteady) return;
    try {
      await task.run(this.clock.now());
    } catch (error) {
      this.logger.error(`Task ${task.id} failed; it runs again as planned.`, error);
    }
  }
}
