import type { Writable } from 'node:stream';

/** Small messages leave together: one write for each would cost more than the message. */
const BATCH_BYTES = 64 * 1024;

/** Holds back messages that may leave only behind another one. */
export class Gate {
  readonly held: Buffer[] = [];
  open = false;
}

export interface OutboxEvents {
  /** Messages are dropped from now on. */
  overflow(): void;
  /** There is room again; so many messages were dropped meanwhile. */
  drained(dropped: number): void;
  /** Nothing can leave any more. */
  broken(error: Error): void;
}

export interface SendOptions {
  /** May be lost when the other side reads too slowly. */
  readonly droppable?: boolean;
  readonly gate?: Gate | undefined;
}

/**
 * All that leaves, in one order. From `maxBytes` on it is crowded, until half of that is written:
 * droppable messages are then dropped, all others are still taken, and whoever sends should wait.
 */
export class Outbox {
  private queue: Buffer[] = [];
  private bytes = 0;
  private crowded = false;
  private dropped = 0;
  private writing = false;
  private ended = false;
  private broken = false;
  private readonly forRoom: (() => void)[] = [];
  private readonly forEmpty: (() => void)[] = [];

  constructor(
    private readonly stream: Writable,
    private readonly maxBytes: number,
    private readonly events: OutboxEvents,
  ) {
    stream.on('error', (error) => this.break(error));
    stream.on('close', () => this.break(new Error('the output is closed')));
  }

  get hasRoom(): boolean {
    return !this.crowded;
  }

  /** What waits, held back messages and the write at work included. */
  get queuedBytes(): number {
    return this.bytes;
  }

  /** Returns whether there is room for more. */
  add(message: Buffer, { droppable = false, gate }: SendOptions = {}): boolean {
    if (this.ended) return false;
    // One that would go beyond is dropped as well, unless nothing else waits: it may be larger than all.
    if (droppable && this.bytes > 0) this.crowded ||= this.bytes + message.length > this.maxBytes;
    if (droppable && this.crowded) {
      this.dropped += 1;
      if (this.dropped === 1) this.events.overflow();
      return false;
    }
    this.bytes += message.length;
    this.crowded ||= this.bytes >= this.maxBytes;
    if (gate && !gate.open) gate.held.push(message);
    else this.queue.push(message);
    void this.write();
    return this.hasRoom;
  }

  /** Lets go what a gate held back, in its order. */
  release(gate: Gate): void {
    gate.open = true;
    for (const message of gate.held.splice(0)) this.queue.push(message);
    void this.write();
  }

  /** When there is room, or when nothing will ever leave again. */
  async drained(): Promise<void> {
    if (this.crowded && !this.ended) await new Promise<void>((done) => this.forRoom.push(done));
  }

  /** Takes nothing more, and resolves when all that was taken has left or cannot leave. */
  async end(): Promise<void> {
    this.ended = true;
    this.wake(this.forRoom);
    // A stream that was destroyed need not say what became of its last write.
    if (this.writing && !this.broken) await new Promise<void>((done) => this.forEmpty.push(done));
  }

  private async write(): Promise<void> {
    if (this.writing) return;
    this.writing = true;
    while (this.queue.length > 0) {
      const batch = this.takeBatch();
      await new Promise<void>((done) =>
        this.stream.write(batch, (error) => {
          if (error) this.break(error);
          done();
        }),
      );
      this.bytes = Math.max(0, this.bytes - batch.length);
      if (this.crowded && this.bytes <= this.maxBytes / 2) this.clear();
    }
    this.writing = false;
    this.wake(this.forEmpty);
  }

  private takeBatch(): Buffer {
    let bytes = 0;
    const last = this.queue.findIndex((message) => (bytes += message.length) >= BATCH_BYTES);
    const messages = this.queue.splice(0, last < 0 ? this.queue.length : last + 1);
    const [first] = messages;
    return messages.length === 1 && first ? first : Buffer.concat(messages);
  }

  private clear(): void {
    this.crowded = false;
    const { dropped } = this;
    this.dropped = 0;
    if (!this.ended) this.events.drained(dropped);
    this.wake(this.forRoom);
  }

  private break(error: Error): void {
    this.queue = [];
    this.bytes = 0;
    this.ended = true;
    this.broken = true;
    this.wake(this.forRoom);
    this.wake(this.forEmpty);
    this.events.broken(error);
  }

  private wake(waiting: (() => void)[]): void {
    for (const done of waiting.splice(0)) done();
  }
}
