import type { ClientOptions, WebSocket } from 'ws';

/** Before the test runs out of time: it says what has come until then. */
const PATIENCE_MS = 110_000;

/**
 * The end of a test at a socket of the server. Every message is held against the contract: one that
 * does not fit fails the test at the next step.
 */
export abstract class SocketClient {
  protected readonly faults: string[] = [];
  private readonly waiting = new Set<() => void>();
  /** How many messages of which kind have come. */
  private readonly counts = new Map<string, number>();
  closeCode: number | undefined;

  protected constructor(readonly socket: WebSocket) {
    socket.on('message', (data: Buffer) => {
      const kind = this.take(data.toString('utf8'));
      this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
      this.look();
    });
    socket.on('close', (code) => {
      this.closeCode = code;
      this.look();
    });
    socket.on('error', () => undefined); // 'close' follows
  }

  /** What kind of message that was. */
  protected abstract take(raw: string): string;

  /** Looks again after every message; also ends when the socket does. */
  async until(condition: () => boolean): Promise<void> {
    while (!condition() && this.closeCode === undefined) {
      this.mustBeFaultless();
      await this.next();
    }
    this.mustBeFaultless();
  }

  /** The code with which the server closes. */
  async closed(): Promise<number | undefined> {
    await this.until(() => this.closeCode !== undefined);
    return this.closeCode;
  }

  async close(): Promise<void> {
    this.socket.close();
    await this.closed();
  }

  private next(): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      const patience = setTimeout(() => {
        const came = [...this.counts].map(([kind, count]) => `${count} ${kind}`).join(', ');
        reject(new Error(`nothing more came in ${PATIENCE_MS / 1_000} s; before: ${came}`));
      }, PATIENCE_MS);
      this.waiting.add(() => {
        clearTimeout(patience);
        resolve();
      });
    });
  }

  private mustBeFaultless(): void {
    if (this.faults.length > 0) throw new Error(`not as the contract says: ${this.faults.join()}`);
  }

  private look(): void {
    const waiting = [...this.waiting];
    this.waiting.clear();
    for (const resolve of waiting) resolve();
  }
}

export function bearer(token: string): ClientOptions {
  return { headers: { authorization: `Bearer ${token}` } };
}
