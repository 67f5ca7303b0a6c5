import { SERVER_FILES, type NewerVersion } from '@kenny/contract';
import { type Clock, DAY_MS, HOUR_MS, isObject } from '@kenny/kernel';
import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { APP_CONFIG, createDurably, type AppConfig } from '../config/index.js';
import { CLOCK } from '../kernel/index.js';
import { exchange, pinned } from '../outbound/index.js';
import { Scheduler } from '../scheduling/index.js';
import { ifNewer, parseFeed } from './feed-document.js';

/** How often it looks whether a day has passed: the server may be started each morning. */
const LOOK_MS = HOUR_MS;
const LIMITS = { timeoutMs: 15_000, answerBytes: 16 * 1024 };
const LONGEST_TROUBLE = 500;
const IF_RIGHT = 'If that is right, write the address itself into KENNY_RELEASE_FEED.';

/** What was asked last, and its answer; in a file, so that a restart asks nobody. */
interface Remembered {
  readonly feed: string;
  readonly asked_at: number;
  readonly answer: string | null;
}

/** Knows of a newer version, only where KENNY_RELEASE_FEED says who is to be asked. */
@Injectable()
export class ReleaseFeed implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('ReleaseFeed');
  private readonly file: string;
  private readonly feed: string | null;
  private readonly stop = new AbortController();
  private askedAt: number | null = null;
  private named: NewerVersion | null = null;
  private trouble: string | null = null;

  constructor(
    @Inject(APP_CONFIG) config: Pick<AppConfig, 'dataDir' | 'releaseFeed'>,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly scheduler: Scheduler,
  ) {
    this.file = join(config.dataDir, SERVER_FILES.releaseFeed);
    this.feed = config.releaseFeed;
  }

  onModuleInit(): void {
    if (this.feed === null) return rmSync(this.file, { force: true });
    this.remember(this.feed);
    this.scheduler.register({ id: 'release-feed', everyMs: LOOK_MS, run: () => this.look() });
  }

  onApplicationBootstrap(): void {
    // Beside the start, which does not wait for others.
    void this.look();
  }

  onModuleDestroy(): void {
    this.stop.abort();
  }

  /** Null when this is the newest, as far as is known. */
  newer(): NewerVersion | null {
    return this.named && ifNewer(this.named);
  }

  /** When the feed was last asked, answered or not; null without one. */
  askedLast(): string | null {
    return this.askedAt === null ? null : new Date(this.askedAt).toISOString();
  }

  /** Why it gave no answer then. */
  troubleNow(): string | null {
    return this.trouble && this.trouble.slice(0, LONGEST_TROUBLE);
  }

  /** Asks once a day, however often it is called. */
  async look(): Promise<void> {
    const { feed, clock, askedAt } = this;
    const now = clock.now();
    // The calendar may have been set back.
    if (feed === null || (askedAt !== null && Math.abs(now - askedAt) < DAY_MS)) return;
    this.askedAt = now;
    let answer: string | null = null;
    try {
      answer = await this.answerOf(new URL(feed));
      this.named = parseFeed(answer);
      this.trouble = null;
    } catch (error) {
      if (this.stop.signal.aborted) return;
      this.tell(error instanceof Error ? error.message : String(error));
    }
    // What was known before is still so when nobody answers.
    this.keep({ feed, asked_at: now, answer: this.named && JSON.stringify(this.named) });
  }

  private async answerOf(url: URL): Promise<string> {
    // Whoever writes an address instead of a name has named it (ADR 0083).
    const { address } = await pinned(url.hostname, [url.hostname], undefined, IF_RIGHT);
    const headers = { accept: 'application/json' };
    const message = { url: url.href, method: 'GET', headers, body: '' } as const;
    const { status, text } = await exchange(url, address, message, {
      ...LIMITS,
      signal: this.stop.signal,
    });
    if (status !== 200) throw new Error(`it answered ${status}`);
    return text;
  }

  private tell(trouble: string): void {
    if (trouble !== this.trouble) {
      this.logger.warn(`The feed of releases could not be read: ${trouble}`);
    }
    this.trouble = trouble;
  }

  private keep(remembered: Remembered): void {
    try {
      createDurably(this.file, JSON.stringify(remembered));
    } catch (error) {
      this.logger.warn(`${this.file} could not be written: ${String(error)}`);
    }
  }

  private remember(feed: string): void {
    try {
      const kept: unknown = JSON.parse(readFileSync(this.file, 'utf8'));
      if (!isObject(kept) || kept['feed'] !== feed) return;
      const { asked_at, answer } = kept;
      if (typeof asked_at === 'number') this.askedAt = asked_at;
      if (typeof answer === 'string') this.named = parseFeed(answer);
    } catch {
      // Then it is asked anew.
    }
  }
}
