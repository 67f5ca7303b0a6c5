import type { ClientOptions, WebSocket } from 'ws';

/**
 * The end of a test at a socket of the server. Every message is held against the contract: one that
 * does not fit fails the test at the next step.
 */
export abstract class SocketClient {
  protected readonly faults: string[] = [];
  private readonly waiting = new Set<() => void>();
  closeCode: number | undefined;

  protected constructor(readonly socket: WebSocket) {
    socket.on('message', (data: Buffer) => {
      this.take(data.toString('utf8'));
      this.look();
    });
    socket.on('close', (code) => {
      this.closeCode = code;
      this.look();
    });
    socket.on('error', () => undefined); // 'close' follows
  }

  protected abstract take(raw: string): void;

  /** Looks again after every message; also ends when the socket does. */
  async until(condition: () => boolean): Promise<void> {
    while (!condition() && this.closeCode === undefined) {
      this.mustBeFaultless();
      await new Promise<void>((resolve) => this.waiting.add(resolve));
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
