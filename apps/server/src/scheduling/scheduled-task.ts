/** Recurring work as data; registered by its module, tested by calling `run`. */
export interface ScheduledTask {
  readonly id: string;
  readonly everyMs: number;
  /** Runs never overlap; a failure is logged and the next run comes as planned. */
  run(now: number): Promise<void>;
}

export abstract class Scheduler {
  abstract register(task: ScheduledTask): void;
}
