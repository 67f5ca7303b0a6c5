import type { JointTable, Stretches } from '@kenny/linear-match';
import type { CommandAutomaton } from '../commands/command-set.js';

/** All that it takes to judge by the rules of one group, as plain data. */
export interface RuleTables {
  readonly stretches: Stretches;
  /** Patterns that are searched for everywhere. */
  readonly anywhere: readonly JointTable[];
  /** Patterns that are looked at where their command stands. */
  readonly commands: readonly CommandAutomaton[];
}
