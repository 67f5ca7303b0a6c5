import type { Clock } from '@kenny/kernel';
import type { CallGuard } from '../control/agent-guard.js';
import type { KillSwitch } from '../control/kill-switch.js';
import type { Logger } from '../logging/index.js';
import type { Answer } from './answers.js';
import type { Call } from './call.js';
import type { Faults } from './faults.js';
import type { Handlers } from './handler.js';
import type { Journal } from './journal.js';

export type Run = (call: Call) => Promise<Answer>;

/** Acts before the rest of a call, after it, or answers instead of it. */
export type Step = (call: Call, rest: Run) => Promise<Answer>;

export interface RunCallOptions {
  handlers: Handlers;
  journal: Journal;
  killSwitch: Pick<KillSwitch, 'read'>;
  guard: CallGuard;
  faults: Faults;
  clock: Clock;
  log: Logger;
}
