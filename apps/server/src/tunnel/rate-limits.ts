import { RATES } from '@kenny/contract';
import type { Clock } from '@kenny/kernel';
import { TokenBucket } from '../scheduling/index.js';

/** A token bucket per kind of frame (design §3). */
export type RateLimits = { readonly [K in keyof typeof RATES]: TokenBucket };

/** By enrolment, not by connection: reconnecting must not fill the buckets again. */
export class AgentRateLimits {
  private readonly byUid = new Map<string, RateLimits>();

  constructor(private readonly clock: Clock) {}

  of(agentUid: string): RateLimits {
    const known = this.byUid.get(agentUid) ?? this.full();
    this.byUid.set(agentUid, known);
    return known;
  }

  forget(agentUid: string): void {
    this.byUid.delete(agentUid);
  }

  private full(): RateLimits {
    const now = this.clock.monotonic();
    return {
      frame: new TokenBucket(RATES.frame, now),
      telemetry: new TokenBucket(RATES.telemetry, now),
      log: new TokenBucket(RATES.log, now),
      malformed: new TokenBucket(RATES.malformed, now),
      lateResponse: new TokenBucket(RATES.lateResponse, now),
      unwantedKiB: new TokenBucket(RATES.unwantedKiB, now),
    };
  }
}
