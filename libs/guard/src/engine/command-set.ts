import type { Alphabet } from './alphabet.js';
import { determinize, type Automaton } from './determinize.js';
import { NO_RULE } from './nfa.js';
import type { Instruction, Program, Ranges } from './program.js';

/** What may stand in front of a command, and so ends the one before. */
export const SEPARATORS = '\n;|&({';
const NAME = /[a-z0-9_.-]+/iy;
const PROGRAM_SUFFIX = /\.exe$/i;
const BLANK = /\s/;
const MAX_NAME = 64;
/** More than any rule about one command needs. */
const BUDGET = { states: 4_000, work: 20_000_000 };

/**
 * Whether a pattern never looks beyond the end of its command: where it takes a separator, it is
 * done. Others must be searched for everywhere.
 */
export function staysInside({ instructions }: Program): boolean {
  const endsAt = (from: number): boolean => {
    const { operation, out, argument } = instructions[from] ?? FAIL;
    if (operation === 'alternative') return endsAt(out) && endsAt(argument);
    return operation === 'pass' ? endsAt(out) : operation === 'match' || operation === 'fail';
  };
  const separators = [...SEPARATORS].map((char) => char.charCodeAt(0));
  return instructions.every(
    ({ operation, ranges, out }) =>
      operation !== 'rune' || !separators.some((rune) => holds(ranges, rune)) || endsAt(out),
  );
}

const FAIL: Instruction = { operation: 'fail', out: 0, argument: 0, ranges: [] };

function holds(ranges: Ranges, rune: number): boolean {
  for (let index = 0; index < ranges.length; index += 2)
    if ((ranges[index] ?? 0) <= rune && rune <= (ranges[index + 1] ?? -1)) return true;
  return false;
}

/** A pattern about the arguments of certain commands. */
export interface CommandProgram {
  readonly names: readonly string[];
  /** Matches right behind the name. */
  readonly rest: Program;
}

interface Entry {
  readonly automaton: Automaton;
  readonly dead: number;
  readonly rule: number;
}

/**
 * Patterns that begin with the name of a command. Only where such a command stands, only its own
 * patterns look at it, and only up to its end: every character of a text is read by the few
 * patterns of one command.
 */
export class CommandSet {
  private readonly entries = new Map<string, Entry[]>();
  private automata = 0;
  private states = 0;

  constructor(private readonly alphabet: Alphabet) {}

  /** @throws Error when the pattern needs more states than a built-in one may */
  add({ names, rest }: CommandProgram, rule: number): void {
    const automaton = determinize([rest], this.alphabet, { ...BUDGET }, 'here');
    if (!automaton) throw new Error(`a pattern about ${names.join(', ')} is too complex`);
    this.automata++;
    this.states += automaton.states;
    const entry: Entry = { automaton, dead: deadStateOf(automaton), rule };
    for (const name of names) {
      const list = this.entries.get(name);
      if (list) list.push(entry);
      else this.entries.set(name, [entry]);
    }
  }

  get size(): { automata: number; states: number } {
    return { automata: this.automata, states: this.states };
  }

  /**
   * @param classes the text's characters; one each, so that both have the same positions
   */
  find(text: string, classes: Uint16Array, length: number): number {
    let found = NO_RULE;
    for (let at = 0; at < length; at = nextSeparator(text, at) + 1) {
      while (at < length && BLANK.test(text[at] ?? '')) at++;
      NAME.lastIndex = at;
      const word = NAME.exec(text)?.[0];
      if (word === undefined || word.length > MAX_NAME) continue;
      const name = word.replace(PROGRAM_SUFFIX, '');
      const entries = this.entries.get(name.toLowerCase());
      if (!entries) continue;
      for (const entry of entries)
        if (entry.rule < found && accepts(entry, classes, at + name.length, length))
          found = entry.rule;
    }
    return found;
  }
}

/** The state that leads only to itself. */
function deadStateOf({ next, width, firstAccepting }: Automaton): number {
  for (let state = 0; state < firstAccepting; state++)
    if (next.subarray(state * width, (state + 1) * width).every((target) => target === state))
      return state;
  return -1;
}

function nextSeparator(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case 0x0a:
      case 0x3b:
      case 0x7c:
      case 0x26:
      case 0x28:
      case 0x7b:
        return at;
    }
  }
  return text.length;
}

function accepts(entry: Entry, classes: Uint16Array, from: number, length: number): boolean {
  const { next, width, firstAccepting } = entry.automaton;
  let state = 0;
  for (let index = from; index < length; index++) {
    state = next[state * width + (classes[index] as number)] as number;
    if (state >= firstAccepting) return true;
    if (state === entry.dead) return false;
  }
  return (next[state * width + width - 1] ?? 0) >= firstAccepting;
}
