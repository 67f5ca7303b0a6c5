import type { CharacterClasses } from './character-classes.js';
import { LINE_ENDS, SEPARATORS, type CommandAutomaton } from './command-set.js';
import { determinize } from './determinize.js';
import { minimise, narrow } from './minimise.js';
import { compileProgram, type Instruction, type Program, type Ranges } from './program.js';

/** More than any rule about one command needs. */
const BUDGET = { states: 4_000, work: 20_000_000 };
const FAIL: Instruction = { operation: 'fail', out: 0, argument: 0, ranges: [] };

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
  if (staysInside(program, SEPARATORS)) return { names, scope: 'command', program };
  if (!staysInside(program, LINE_ENDS)) return undefined;
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

/**
 * Whether a pattern never looks beyond one of these characters: where it takes one, it is done.
 */
function staysInside({ instructions }: Program, ends: string): boolean {
  const endsAt = (from: number): boolean => {
    const { operation, out, argument } = instructions[from] ?? FAIL;
    if (operation === 'alternative') return endsAt(out) && endsAt(argument);
    return operation === 'pass' ? endsAt(out) : operation === 'match' || operation === 'fail';
  };
  const separators = [...ends].map((char) => char.charCodeAt(0));
  return instructions.every(
    ({ operation, ranges, out }) =>
      operation !== 'rune' || !separators.some((rune) => holds(ranges, rune)) || endsAt(out),
  );
}

function holds(ranges: Ranges, rune: number): boolean {
  for (let index = 0; index < ranges.length; index += 2)
    if ((ranges[index] ?? 0) <= rune && rune <= (ranges[index + 1] ?? -1)) return true;
  return false;
}
