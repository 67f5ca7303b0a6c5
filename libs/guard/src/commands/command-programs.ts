import {
  compileProgram,
  determinize,
  minimise,
  narrow,
  stopsAt,
  type CharacterClasses,
  type Program,
} from '@kenny/linear-match/compile';
import { LINE_ENDS, SEPARATORS, type CommandAutomaton } from './command-set.js';

/** More than any rule about one command needs. */
const BUDGET = { states: 4_000, work: 20_000_000 };

/** A pattern about certain commands, before it becomes an automaton. */
export interface CommandProgram extends Pick<CommandAutomaton, 'names' | 'scope'> {
  readonly program: Program;
}

/**
 * Compiles a pattern that begins with the names of commands, when it looks no further than the
 * command or its line; undefined when it has to be searched for everywhere.
 * @param rest the pattern behind the names
 */
export function compileCommand(
  pattern: string,
  names: readonly string[],
  rest: string,
): CommandProgram | undefined {
  const program = compileProgram(rest);
  if (stopsAt(program, SEPARATORS)) return { names, scope: 'command', program };
  if (!stopsAt(program, LINE_ENDS)) return undefined;
  return { names, scope: 'line', program: compileProgram(pattern) };
}

/**
 * The smallest automaton of the pattern.
 * @throws Error when it needs more states than a built-in one may
 */
export function buildCommand(
  { names, scope, program }: CommandProgram,
  classes: CharacterClasses,
  rule: number,
): CommandAutomaton {
  const search = scope === 'command' ? 'here' : 'anywhere';
  const built = determinize([program], classes, { ...BUDGET }, search);
  if (!built) throw new Error(`a pattern about ${names.join(', ')} is too complex`);
  return { names, scope, rule, automaton: narrow(minimise(built)) };
}
