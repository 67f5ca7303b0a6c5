import { RATES } from '@kenny/contract';
import type { Clock } from '@kenny/kernel';
import { TokenBucket } from '../scheduling/index.js';

/** What one PC may send of each kind (design §3), whatever number of connections it makes. */
export type Allowances = { readonly [K in keyof typeof RATES]: TokenBucket };

/** Kept by enrolment, not by connection: coming back must not fill the buckets again. */
export class AllowanceBook {
  private readonly byUid = new Map<string, Allowances>();

  constructor(private readonly clock: Clock) {}

  of(agentUid: string): Allowances {
    const known = this.byUid.get(agentUid) ?? this.full();
    this.byUid.set(agentUid, known);
    return known;
  }

  forget(agentUid: string): void {
    this.byUid.delete(agentUid);
  }

  private full(): Allowances {
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
