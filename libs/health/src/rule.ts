import type { PayloadOf, SectionName } from '@kenny/contract/agent';
import type { Remedy } from './remedy.js';
import type { Grade, Threshold } from './threshold.js';
import type { Untrusted } from './untrusted.js';
import type { Judgement } from './verdict.js';

/**
 * How one section is judged. `judge` is pure, never throws, and defers (undefined) when the payload
 * holds no evidence: then the agent's own status and summary count. An empty list is no evidence,
 * because agents without a probe send one (seed 000 stubs). A limit that can be moved is judged with
 * the `grade` that it is given; a rule that looks at the time has a limit of an `age` or of what is
 * `left`.
 */
export interface Rule<S extends SectionName> {
  thresholds: readonly Threshold[];
  remedies?: readonly Remedy[];
  judge(payload: Untrusted<PayloadOf<S>>, now: number, grade: Grade): Judgement | undefined;
}
