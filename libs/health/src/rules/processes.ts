import type { Rule } from '../rule.js';

/** No number of processes is wrong by itself: the agent's own status counts. */
export const processes: Rule<'processes'> = { thresholds: [], judge: () => undefined };
