import type { Rule } from '../rule.js';

/** What starts by itself is for a person to read: the agent's own status counts. */
export const autostart: Rule<'autostart'> = { thresholds: [], judge: () => undefined };
