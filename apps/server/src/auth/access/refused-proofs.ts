import { type Clock, MINUTE_MS, type Timer } from '@kenny/kernel';
import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { AuditLog, type AuditEntry } from '../../audit/index.js';
import { addressGroup, CLOCK, KennyError, SYSTEM, type Principal } from '../../kernel/index.js';
import { actorOf, type Anonymous } from '../acting.js';
import { FailureLimiter } from '../failure-limiter.js';

const LIMITS = { failures: 20, windowMs: 5 * 60_000 } as const;
/** What a wrong token costs whoever sends it. */
const PAUSE_MS = 300;
/** So many may wait for their refusal at once; it comes at once for all others. */
const MOST_WAITING = 500;
/** Audit rows of refused tokens in one minute, of all addresses together. */
const ROWS_A_MINUTE = 30;

/**
 * What becomes of tokens that are not good, at the login and at every door: each costs its sender a
 * pause, is counted for the address, and is told in the audit log, so much of it as the log can
 * bear. Whoever sends a right one never gets here, so nobody can keep them out.
 */
@Injectable()
export class RefusedProofs implements BeforeApplicationShutdown {
  private readonly failures: FailureLimiter;
  private waiting = 0;
  private rows = 0;
  private untold = 0;
  private minute: Timer | undefined;

  constructor(
    private readonly audit: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.failures = new FailureLimiter(clock, LIMITS);
  }

  beforeApplicationShutdown(): void {
    this.endMinute();
  }

  /**
   * Resolves after a pause with the error to answer with: the given one, or `rate_limited` with
   * `retry_after` (seconds) where too many came from this address.
   * @param who whose token it is, when it is right but opens nothing here
   * @param why for the audit log, where the code does not say it
   */
  async refuse(
    from: Anonymous,
    target: 'login' | 'bearer' | 'link',
    error: KennyError,
    who: Principal = SYSTEM,
    why?: string,
  ): Promise<KennyError> {
    const group = addressGroup(from.address);
    const retry_after = this.failures.retryAfter(group);
    if (retry_after === 0) {
      this.failures.fail(group);
      this.tell(refusal(from, target, error, who, why));
    }
    await this.pause();
    return retry_after === 0 ? error : tooMany(retry_after);
  }

  private async pause(): Promise<void> {
    if (this.waiting >= MOST_WAITING) return;
    this.waiting += 1;
    await new Promise<void>((resolve) => this.clock.setTimer(resolve, PAUSE_MS));
    this.waiting -= 1;
  }

  private tell(row: AuditEntry): void {
    this.minute ??= this.clock.setTimer(() => this.endMinute(), MINUTE_MS);
    if (this.rows < ROWS_A_MINUTE) {
      this.rows += 1;
      this.audit.record(row);
    } else this.untold += 1;
  }

  private endMinute(): void {
    this.minute?.cancel();
    this.minute = undefined;
    if (this.untold > 0) {
      this.audit.record({
        kind: 'login',
        actor: actorOf(SYSTEM),
        door: 'system',
        target: 'refusals',
        args: { not_written: this.untold },
        ok: false,
        code: 'rate_limited',
      });
    }
    this.rows = 0;
    this.untold = 0;
  }
}

function tooMany(retry_after: number): KennyError {
  return new KennyError(
    'rate_limited',
    `That is not valid, and too many wrong ones came from your address; try again in ${retry_after} s.`,
    { retry_after },
  );
}

function refusal(
  { address, door, request_id }: Anonymous,
  target: string,
  { code }: KennyError,
  who: Principal,
  why: string | undefined,
): AuditEntry {
  return {
    ...{ kind: 'login', actor: actorOf(who), door, request_id, target },
    ...{ args: { address, ...(why === undefined ? {} : { why }) }, ok: false, code },
  };
}
