/** A subscriber's socket, as topics see it. */
export interface Watcher {
  /** false once the socket has closed. */
  readonly open: boolean;
  /** Queues one encoded message; false, and nothing is queued, when too much is waiting already. */
  push(message: Buffer): boolean;
  /** Queues the last, small message of a stream, however much is waiting. */
  pushLast(message: Buffer): void;
}

/** A watcher that can be given what need not come at once. */
export interface PacedWatcher extends Watcher {
  /** Resolves when little is waiting, or the socket has closed. */
  room(): Promise<void>;
}

/** Sends the answer's payload (JSON); later pushes come after it. */
export type Deliver = (payload: string) => void;
