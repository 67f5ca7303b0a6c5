/** What a browser may import: limits and what they mean, no rules and no validators. */
export { afterFreeing } from './after-freeing.js';
export { firedThresholds } from './fired.js';
export { GUARDING_SECTIONS } from './guarding.js';
export { headlineOf } from './headline.js';
export { isNew, neverConnectedOf, type NeverConnected } from './never-connected.js';
export {
  boundNumber,
  isRising,
  limitFault,
  limitName,
  movableLimit,
  movedThresholds,
  type LimitNumbers,
} from './limits.js';
export { meaningOf } from './meanings.js';
export { byName, worstFirst } from './worst-first.js';
export { worstSectionFirst } from './section-order.js';
export { countedStatus } from './verdict.js';
export { wholeDays } from './wording.js';
export type { Remedy } from './remedy.js';
export { likeCall, remedyOf, sameCall } from './same-call.js';
export { tellCall, type ToldCall } from './told-call.js';
export type { Bound, Reach, Threshold } from './threshold.js';
