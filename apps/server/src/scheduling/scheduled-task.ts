/** Recurring work as data; registered by its module, tested by calling `run`. */
export interface ScheduledTask {
  readonly id: string;
  readonly everyMs: number;
  /**
   * It deletes what is old by the time it is given: it does not run in the hour after a start, nor
   * after the clock jumped ahead by more than a day.
   */
  readonly deletes?: true;
  /** Runs never overlap; a failure is logged and the next run comes as planned. */
  run(now: number): Promise<void>;
}

export abstract class Scheduler {
  abstract register(task: ScheduledTask): void;
}
