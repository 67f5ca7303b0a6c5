import { Logger } from '@nestjs/common';
import { KennyError } from '../kernel/index.js';
import { troubleOf, type DatabaseTrouble } from './database-trouble.js';
import type { Writer } from './writer.js';

/** No waiting mends these: the start is refused. */
const FOR_GOOD: ReadonlySet<DatabaseTrouble | undefined> = new Set(['corrupt', 'not_a_database']);

/**
 * What a start has to put right in the database before anybody builds on it. A database that takes
 * nothing just now (a full disk) does not keep the server from serving reads: the work is done as
 * soon as commits work again, and whoever builds on it is refused until then.
 */
export class BootWrites {
  private readonly logger = new Logger('Start');
  private waiting: KennyError | null = null;
  private watching = false;
  private running: Promise<void> | undefined;

  /** @param what - for the log: what has been put right when the work is done */
  constructor(
    private readonly what: string,
    private readonly writer: Writer,
    private readonly work: () => Promise<unknown>,
  ) {}

  /** Resolves also when the work has to wait. @throws what is not the database's passing trouble */
  async run(): Promise<void> {
    try {
      await this.work();
      if (this.waiting) this.logger.log(`${this.what}: done now.`);
      this.waiting = null;
    } catch (error) {
      if (!this.isPassing(error)) throw error;
      if (!this.waiting) this.logger.warn(`${this.what}: waits until the database takes writes.`);
      this.waiting = error instanceof KennyError ? error : notYet();
      this.tryAgainLater();
    }
  }

  /** @throws KennyError `unavailable` while the work waits */
  refuse(): void {
    if (this.waiting) throw this.waiting;
  }

  private isPassing(error: unknown): boolean {
    const refused = error instanceof KennyError && error.code === 'unavailable';
    const kind = refused ? this.writer.health().trouble?.kind : troubleOf(error);
    return (refused || kind !== undefined) && !FOR_GOOD.has(kind);
  }

  private tryAgainLater(): void {
    if (this.watching) return;
    this.watching = true;
    this.writer.onRecovered(() => {
      if (!this.waiting || this.running) return;
      this.running = this.run()
        .catch((error: unknown) => this.logger.error(`${this.what}: failed: ${String(error)}`))
        .finally(() => (this.running = undefined));
    });
  }
}

function notYet(): KennyError {
  return new KennyError('unavailable', 'The server has not finished its start; try again.');
}
