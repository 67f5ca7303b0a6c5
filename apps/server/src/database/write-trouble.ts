import type { Clock, Timer } from '@kenny/kernel';
import { Logger } from '@nestjs/common';
import { KennyError } from '../kernel/index.js';
import {
  inTroubleWords,
  troubleError,
  troubleOf,
  TROUBLE_WORDS,
  type DatabaseTrouble,
} from './database-trouble.js';

/** Probe interval. */
export const PROBE_MS = 1_000;
/** A connection that is made anew costs nothing to look at. */
const LOOK_MS = 100;
/** What no probe can undo: only a start looks at such a database anew. */
const FOR_GOOD: ReadonlySet<DatabaseTrouble> = new Set(['corrupt', 'not_a_database']);

/** Why nothing can be written. */
export interface WriteTrouble {
  readonly kind: DatabaseTrouble;
  /** For callers. */
  readonly error: KennyError;
  /** By the monotonic clock. */
  readonly since: number;
  /** Writes refused meanwhile. */
  readonly refused: number;
}

interface Parts {
  /** For the log. */
  readonly name: string;
  readonly clock: Clock;
  /** Commits something small. Rejects while that fails. */
  readonly probe: (trouble: DatabaseTrouble) => Promise<void>;
}

/**
 * Circuit breaker: after a failed commit writes are refused at once, until a probe commits, which
 * is tried every second.
 */
export class TroubleWatch {
  private readonly logger = new Logger('Writer');
  private readonly listeners: (() => void)[] = [];
  private held: (WriteTrouble & { refused: number }) | undefined;
  private timer: Timer | undefined;
  private probing: Promise<void> | undefined;
  private closed = false;

  constructor(private readonly parts: Parts) {}

  get current(): WriteTrouble | undefined {
    return this.held;
  }

  /** Calls `listener` each time commits work again. */
  onEnded(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** A commit failed, or would have. */
  begin(cause: unknown, refused: number): void {
    if (this.closed) return;
    if (this.held) return this.refused(refused);
    const kind = troubleOf(cause) ?? 'away';
    const words = inTroubleWords(cause);
    const error = words instanceof KennyError ? words : troubleError(kind);
    this.held = { kind, error, since: this.parts.clock.monotonic(), refused };
    const end = FOR_GOOD.has(kind) ? 'until a restart' : 'until a commit works again';
    this.logger.error(
      `${TROUBLE_WORDS[kind].what}: every write (${this.parts.name}) is refused ${end}. ` +
        `${TROUBLE_WORDS[kind].next} [${String(cause)}]`,
    );
    this.later();
  }

  /** So many more writes were. */
  refused(writes: number): void {
    if (this.held) this.held.refused += writes;
  }

  /** A commit worked. */
  end(): void {
    if (!this.held) return;
    const { since, refused } = this.held;
    this.held = undefined;
    this.timer?.cancel();
    const seconds = ((this.parts.clock.monotonic() - since) / 1_000).toFixed(1);
    this.logger.log(
      `Writes (${this.parts.name}) work again after ${seconds} s; ${refused} were refused.`,
    );
    for (const listener of this.listeners) listener();
  }

  async close(): Promise<void> {
    this.closed = true;
    this.timer?.cancel();
    await this.probing;
  }

  private later(): void {
    if (this.closed || !this.held || FOR_GOOD.has(this.held.kind)) return;
    const wait = this.held.kind === 'away' ? LOOK_MS : PROBE_MS;
    this.timer = this.parts.clock.setTimer(() => {
      this.probing = this.probe();
    }, wait);
  }

  private async probe(): Promise<void> {
    if (!this.held) return;
    try {
      await this.parts.probe(this.held.kind);
    } catch {
      // Still failing; already logged.
      this.later();
      return;
    }
    this.end();
  }
}
