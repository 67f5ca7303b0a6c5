import { type Clock, DAY_MS, type Timer } from '@kenny/kernel';
import { Logger } from '@nestjs/common';
import { TROUBLE_WORDS, type DatabaseTrouble } from './database-trouble.js';

/** Not while everybody comes back after a start. */
export const FIRST_CHECK_MS = 60_000;
export const CHECK_EVERY_MS = DAY_MS;
/** A database that is not looked through by then is left for the next day. */
export const CHECK_LIMIT_MS = 10 * 60_000;
/** Reads that fail for one reason are worth one line in that time. */
const SAY_AGAIN_MS = 60_000;

/** Looks the database through; the first thing that is wrong. Stops when the signal says so. */
export type LookThrough = (signal: AbortSignal) => Promise<string | null>;

/**
 * Knows of damage: found by looking the database through once after the start and then daily, on
 * a connection of its own, or by a read that met it. It stays known until a restart.
 */
export class IntegrityWatch {
  private readonly logger = new Logger('Database');
  private readonly said = new Map<DatabaseTrouble, number>();
  private found: string | null = null;
  private timer: Timer | undefined;
  private running: Promise<void> | undefined;
  private readonly stop = new AbortController();

  constructor(
    private readonly lookThrough: LookThrough,
    private readonly clock: Clock,
  ) {}

  /** What is damaged, in the words of the engine; null when nothing is known to be. */
  get damage(): string | null {
    return this.found;
  }

  start(): void {
    this.next(FIRST_CHECK_MS);
  }

  async close(): Promise<void> {
    this.stop.abort();
    this.timer?.cancel();
    await this.running;
  }

  /** A statement that only reads failed. */
  readonly ofReads = (trouble: DatabaseTrouble, cause: unknown): void => {
    if (trouble === 'corrupt' || trouble === 'not_a_database') return this.damaged(String(cause));
    const now = this.clock.monotonic();
    const last = this.said.get(trouble);
    if (last !== undefined && now - last < SAY_AGAIN_MS) return;
    this.said.set(trouble, now);
    this.logger.error(`${TROUBLE_WORDS[trouble].what}: reads fail. [${String(cause)}]`);
  };

  private next(ms: number): void {
    if (this.stop.signal.aborted) return;
    this.timer = this.clock.setTimer(() => {
      this.running = this.look().finally(() => this.next(CHECK_EVERY_MS));
    }, ms);
  }

  private async look(): Promise<void> {
    const late = new AbortController();
    const limit = this.clock.setTimer(() => late.abort(), CHECK_LIMIT_MS);
    try {
      const damage = await this.lookThrough(AbortSignal.any([this.stop.signal, late.signal]));
      if (damage !== null) this.damaged(damage);
    } catch (error) {
      if (this.stop.signal.aborted) return;
      const why = late.signal.aborted ? 'it took too long' : String(error);
      this.logger.warn(`The database was not looked through for damage: ${why}.`);
    } finally {
      limit.cancel();
    }
  }

  private damaged(what: string): void {
    if (this.found !== null) return;
    this.found = what.slice(0, 300);
    this.logger.error(
      `${TROUBLE_WORDS.corrupt.what}: ${this.found}. ${TROUBLE_WORDS.corrupt.next}`,
    );
  }
}
