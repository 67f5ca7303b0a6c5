import type { PayloadOf, SectionName } from '@kenny/contract/agent';
import type { Remedy } from './remedy.js';
import type { Threshold } from './threshold.js';
import type { Untrusted } from './untrusted.js';
import type { Judgement } from './verdict.js';

/**
 * How one section is judged. `judge` is pure, never throws, and defers (undefined) when the payload
 * holds no evidence: then the agent's own status and summary count. An empty list is no evidence,
 * because agents without a probe send one (seed 000 stubs).
 */
export interface Rule<S extends SectionName> {
  thresholds: readonly Threshold[];
  remedies?: readonly Remedy[];
  judge(payload: Untrusted<PayloadOf<S>>, now: number): Judgement | undefined;
}
