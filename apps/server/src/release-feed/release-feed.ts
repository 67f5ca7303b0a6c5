import {
  GIT_FEED,
  KENNY_VERSION,
  SERVER_FILES,
  type NewerVersion,
  type UpdatesView,
} from '@kenny/contract';
import { type Clock, DAY_MS, HOUR_MS, isObject, MINUTE_MS, SECOND_MS } from '@kenny/kernel';
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
import { CLOCK, KennyError, type CallContext } from '../kernel/index.js';
import { exchange, pinned } from '../outbound/index.js';
import { Scheduler } from '../scheduling/index.js';
import { ReleaseFeedAddress } from '../settings/index.js';
import { ifNewer, parseFeed } from './feed-document.js';
import { FeedAnswer, lookTrouble } from './look-trouble.js';
import { OwnSource } from './own-source.js';

/** How often it looks whether a day has passed: the server may be started each morning. */
const LOOK_MS = HOUR_MS;
/** People may look sooner, and not more often than this. */
const BETWEEN_CHECKS_MS = MINUTE_MS;
const LIMITS = { timeoutMs: 15_000, answerBytes: 16 * 1024 };
const LONGEST_TROUBLE = 500;
const IF_RIGHT = 'If that is right, write the address itself into KENNY_RELEASE_FEED.';

/** What was asked last, and its answer; in a file, so that a restart asks nobody. */
interface Remembered {
  readonly feed: string;
  readonly asked_at: number;
  readonly answer: string | null;
}

/** Knows of a newer version, only where somebody has said who is to be asked. */
@Injectable()
export class ReleaseFeed implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('ReleaseFeed');
  private readonly file: string;
  private readonly stop = new AbortController();
  /** Who is asked: as set, else by people alone where this kenny came from. */
  private feed: string | null = null;
  private looking = false;
  private askedAt: number | null = null;
  /** When people had it look last, wherever that was. */
  private askedByPeopleAt: number | null = null;
  private named: NewerVersion | null = null;
  private trouble: string | null = null;

  constructor(
    @Inject(APP_CONFIG)
    private readonly config: Pick<AppConfig, 'dataDir' | 'publicUrl' | 'runsAs'>,
    private readonly address: ReleaseFeedAddress,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly scheduler: Scheduler,
    private readonly source: OwnSource,
  ) {
    this.file = join(config.dataDir, SERVER_FILES.releaseFeed);
  }

  async onModuleInit(): Promise<void> {
    await this.source.open();
    await this.follow();
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
    return this.named && (this.feed === GIT_FEED ? this.named : ifNewer(this.named));
  }

  /** When the feed was last asked, answered or not; null without one. */
  askedLast(): string | null {
    return this.askedAt === null ? null : new Date(this.askedAt).toISOString();
  }

  /** Why it gave no answer then. */
  troubleNow(): string | null {
    return this.trouble && this.trouble.slice(0, LONGEST_TROUBLE);
  }

  view(): Omit<UpdatesView, 'source' | 'last_update'> {
    return {
      version: KENNY_VERSION,
      newer: this.newer(),
      looked_at: this.askedLast(),
      trouble: this.troubleNow(),
      feed: this.set,
      fixed: this.address.fixed,
      runs_as: this.config.runsAs,
      public_url: this.config.publicUrl,
    };
  }

  /** Asks once a day, however often it is called. */
  async look(): Promise<void> {
    const { feed, askedAt } = this;
    // The calendar may have been set back.
    const isRecent = askedAt !== null && Math.abs(this.clock.now() - askedAt) < DAY_MS;
    // By itself it asks only where somebody said so.
    if (feed !== null && this.set !== null && !isRecent && !this.looking) await this.ask(feed);
  }

  /**
   * Asks now, because somebody wants to know.
   * @throws KennyError `conflict` where nobody is to be asked, `rate_limited`
   */
  async check(): Promise<void> {
    const { feed } = this;
    if (feed === null) {
      throw new KennyError('conflict', 'kenny does not look for newer versions. Turn it on first.');
    }
    this.mustNotBeTooSoon(this.askedAt);
    await this.askForPeople(feed);
  }

  /**
   * Looks there from now on, and at once; nowhere when it is empty.
   * @throws KennyError those of `ReleaseFeedAddress.set`; `rate_limited`; `conflict` without a source
   */
  async change(ctx: CallContext, address: string): Promise<void> {
    if (address === GIT_FEED && this.source.here === null) {
      throw new KennyError(
        'conflict',
        'This kenny does not run from a folder that git can update.',
      );
    }
    const isAddress = address !== '' && address !== GIT_FEED;
    if (isAddress) this.mustNotBeTooSoon(null);
    else if (this.looking) throw tooSoon(0);
    await this.address.set(ctx, address);
    if (this.address.current !== this.feed) await this.follow();
    if (this.feed !== null && isAddress) await this.askForPeople(this.feed);
    // Where it came from was perhaps asked just now.
    if (address === GIT_FEED) await this.look();
  }

  private mustNotBeTooSoon(askedAt: number | null): void {
    if (this.looking) throw tooSoon(0);
    for (const at of [askedAt, this.askedByPeopleAt]) {
      const passed = Math.abs(this.clock.now() - (at ?? -Infinity));
      if (passed < BETWEEN_CHECKS_MS) throw tooSoon(passed);
    }
  }

  private askForPeople(feed: string): Promise<void> {
    this.askedByPeopleAt = this.clock.now();
    return this.ask(feed);
  }

  private async follow(): Promise<void> {
    this.feed = this.set ?? (this.source.here ? GIT_FEED : null);
    [this.askedAt, this.named, this.trouble] = [null, null, null];
    if (this.feed === null) rmSync(this.file, { force: true });
    else this.remember(this.feed);
    // What its folder was told stays there, and may be here by now.
    if (this.feed === GIT_FEED)
      this.named = await this.source.known().catch((error: unknown) => {
        this.tell(lookTrouble(error, GIT_FEED));
        return null;
      });
  }

  /** A backup may have been restored where there is no source. */
  private get set(): string | null {
    const { current } = this.address;
    return current === GIT_FEED && this.source.here === null ? null : current;
  }

  private async ask(feed: string): Promise<void> {
    const now = this.clock.now();
    this.askedAt = now;
    this.looking = true;
    try {
      const isGit = feed === GIT_FEED;
      const named = await (isGit
        ? this.source.newest(this.stop.signal)
        : this.answerOf(new URL(feed)));
      // Meanwhile another one may have been set.
      if (feed !== this.feed) return;
      this.named = named;
      this.trouble = null;
    } catch (error) {
      if (this.stop.signal.aborted || feed !== this.feed) return;
      this.tell(lookTrouble(error, feed === GIT_FEED ? feed : new URL(feed).host));
    } finally {
      this.looking = false;
    }
    // What was known before is still so when nobody answers.
    this.keep({ feed, asked_at: now, answer: this.named && JSON.stringify(this.named) });
  }

  private async answerOf(url: URL): Promise<NewerVersion> {
    // Whoever writes an address instead of a name has named it (ADR 0083): not from a browser.
    const [allowed, ifRight] = this.address.fixed ? [[url.hostname], IF_RIGHT] : [[], ''];
    const { address } = await pinned(url.hostname, allowed, undefined, ifRight);
    const headers = { accept: 'application/json' };
    const message = { url: url.href, method: 'GET', headers, body: '' } as const;
    const { status, text } = await exchange(url, address, message, {
      ...LIMITS,
      signal: this.stop.signal,
    });
    if (status !== 200) {
      throw new FeedAnswer(`${url.host} has nothing at this address: it answered ${status}.`);
    }
    try {
      return parseFeed(text);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new FeedAnswer(`What ${url.host} sent names no version of kenny: ${why}.`);
    }
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

function tooSoon(passedMs: number): KennyError {
  const retry_after = Math.max(1, Math.ceil((BETWEEN_CHECKS_MS - passedMs) / SECOND_MS));
  const words = `kenny looked just now. Look again in ${retry_after} s.`;
  return new KennyError('rate_limited', words, { retry_after });
}
