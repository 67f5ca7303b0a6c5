export interface Job {
  run(): Promise<void>;
}

export interface QueueLimits {
  running: number;
  waiting: number;
}

/** Design §6. */
export const QUEUE_LIMITS: QueueLimits = { running: 8, waiting: 32 };

/** Runs a few jobs at once and queues a bounded number, first come, first served. */
export class RequestQueue<J extends Job> {
  private readonly waiting: J[] = [];
  private running = 0;

  constructor(private readonly limits: QueueLimits = QUEUE_LIMITS) {}

  /** False when the queue is full: the job was not taken. */
  offer(job: J): boolean {
    if (this.running < this.limits.running) this.start(job);
    else if (this.waiting.length < this.limits.waiting) this.waiting.push(job);
    else return false;
    return true;
  }

  /** Removes jobs that have not begun. */
  withdraw(which: (job: J) => boolean): J[] {
    const taken = this.waiting.filter(which);
    for (const job of taken) this.waiting.splice(this.waiting.indexOf(job), 1);
    return taken;
  }

  private start(job: J): void {
    this.running += 1;
    void job.run().finally(() => {
      this.running -= 1;
      const next = this.waiting.shift();
      if (next) this.start(next);
    });
  }
}
