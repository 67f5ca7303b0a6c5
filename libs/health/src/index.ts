export { changesBetween, type Change } from './changes.js';
export {
  dependsOnTime,
  evaluateSection,
  evaluateSnapshot,
  existsOn,
  holdsFacts,
  isShown,
  sectionStatus,
} from './evaluate.js';
export {
  approachesFor,
  forecast,
  FORECAST,
  forecastWords,
  type Approach,
  type Forecast,
  type Measured,
} from './forecast.js';
export { headlineOf } from './headline.js';
export { isNew, neverConnectedOf, type NeverConnected } from './never-connected.js';
export {
  limitFault,
  limitName,
  limitsInForce,
  movableLimit,
  movedThresholds,
  type Limit,
  type LimitNumbers,
} from './limits.js';
export { rollUp, worstOf, worstSection, type PcCounts } from './roll-up.js';
export type { Remedy } from './remedy.js';
export type { Rule } from './rule.js';
export {
  ALL_REMEDIES,
  fixTitle,
  isHarmlessFix,
  REMEDIES,
  RULES,
  THRESHOLDS,
} from './rules/index.js';
export { loadWords } from './rules/load.js';
export { sameCall } from './same-call.js';
export { stripChar, stripSlot, type StripChar } from './strip.js';
export { systemName } from './system-name.js';
export type { Bound, Scalar, Threshold } from './threshold.js';
export type { Untrusted } from './untrusted.js';
export { tellCall, type ToldCall } from './told-call.js';
export { byName, worstFirst } from './worst-first.js';
export {
  compareSeverity,
  countedStatus,
  type Instant,
  type Judgement,
  type Verdict,
} from './verdict.js';
