interface Waiting {
  readonly size: number;
  readonly serve: () => void;
}

/** Bursts of work, a slice in each turn of the event loop, so that everything else gets its turns. */
export class TimeSlicedQueue {
  private readonly waiting: Waiting[] = [];

  /** @param perTurn - in the unit of `size`; what is larger has a turn to itself */
  constructor(private readonly perTurn: number) {}

  /** Begins the work when its turn has come, first come first served. Settles as the work does. */
  run<T>(size: number, work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const serve = () => void work().then(resolve, reject);
      if (this.waiting.push({ size, serve }) === 1) setImmediate(() => this.serveSome());
    });
  }

  private serveSome(): void {
    let left = this.perTurn;
    let served = 0;
    for (const { size, serve } of this.waiting) {
      if (served > 0 && size > left) break;
      left -= size;
      served += 1;
      serve();
    }
    this.waiting.splice(0, served);
    if (this.waiting.length > 0) setImmediate(() => this.serveSome());
  }
}
