import type { Tx, Writer } from '../database/index.js';
import type { HealthChange } from './health-changes.js';
import type { StoredSnapshot, TelemetryRepository } from './telemetry.repository.js';

/**
 * Snapshots per job of the writer: some 20 ms during which every other write waits. Half as many
 * would cost a sixth more each.
 */
const MOST_AT_ONCE = 128;

interface Waiting {
  readonly stored: StoredSnapshot;
  readonly resolve: () => void;
  readonly reject: (cause: unknown) => void;
}

/**
 * Batches snapshots that arrive while others are being written: one statement for many rows costs a
 * fraction of one each. A lone snapshot is written at once.
 */
export class SnapshotWriter {
  private readonly waiting: Waiting[] = [];
  private writing = false;
  /** Runs in the transaction that stores them. */
  within: (tx: Tx, changes: readonly HealthChange[]) => Promise<void> = () => Promise.resolve();

  constructor(
    private readonly repository: Pick<TelemetryRepository, 'store' | 'storeChanges'>,
    private readonly writer: Pick<Writer, 'write'>,
  ) {}

  /** Resolves when it is durable. Of one PC, the next may come only after that. */
  store(stored: StoredSnapshot): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ stored, resolve, reject });
      if (!this.writing) void this.drain();
    });
  }

  /** With what goes with them. */
  async storeChanges(tx: Tx, changes: readonly HealthChange[]): Promise<void> {
    await this.repository.storeChanges(tx, changes);
    await this.within(tx, changes);
  }

  private async drain(): Promise<void> {
    this.writing = true;
    while (this.waiting.length > 0) await this.writeSome(this.waiting.splice(0, MOST_AT_ONCE));
    this.writing = false;
  }

  private async writeSome(some: readonly Waiting[]): Promise<void> {
    try {
      await this.write(some.map(({ stored }) => stored));
      for (const { resolve } of some) resolve();
    } catch (cause) {
      if (some.length === 1) for (const { reject } of some) reject(cause);
      // One bad snapshot must not cost the others.
      else for (const one of some) await this.writeSome([one]);
    }
  }

  private write(stored: readonly StoredSnapshot[]): Promise<void> {
    const changes = stored.flatMap((one) => one.changes);
    return this.writer.write(async (tx) => {
      await this.repository.store(tx, stored);
      if (changes.length > 0) await this.storeChanges(tx, changes);
    }, 'telemetry');
  }
}
