import type { Alphabet } from './alphabet.js';
import { determinize, type Automaton } from './determinize.js';
import { NO_RULE } from './nfa.js';
import type { Instruction, Program, Ranges } from './program.js';

/** What may stand in front of a command, and so ends the one before. */
export const SEPARATORS = '\n;|&({';
const NAME = /[a-z0-9_.-]+/iy;
const PROGRAM_SUFFIX = /\.exe$/i;
const MAX_NAME = 64;
const NEVER = -1;
/** More than any rule about one command needs. */
const BUDGET = { states: 4_000, work: 20_000_000 };

/** What ends a line of commands: pipes and brackets do not. */
export const LINE_ENDS = '\n;';

/**
 * Whether a pattern never looks beyond one of these characters: where it takes one, it is done.
 */
export function staysInside({ instructions }: Program, ends: string): boolean {
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

const FAIL: Instruction = { operation: 'fail', out: 0, argument: 0, ranges: [] };

function holds(ranges: Ranges, rune: number): boolean {
  for (let index = 0; index < ranges.length; index += 2)
    if ((ranges[index] ?? 0) <= rune && rune <= (ranges[index + 1] ?? -1)) return true;
  return false;
}

/** A pattern that begins with certain commands. */
export interface CommandProgram {
  readonly names: readonly string[];
  /**
   * `command`: it looks at the arguments of the command, `program` matches right behind the name.
   * `line`: it looks at pipes too, `program` is the whole pattern.
   */
  readonly scope: 'command' | 'line';
  readonly program: Program;
}

interface Entry {
  readonly scope: 'command' | 'line';
  readonly automaton: Automaton;
  readonly dead: number;
  readonly rule: number;
  /** End of the last line that it was walked through. */
  walkedTo: number;
}

/**
 * Patterns that begin with the name of a command. Only where such a command stands, only its own
 * patterns look at it, and only up to its end: every character of a text is read by the few
 * patterns of one command.
 */
export class CommandSet {
  private readonly entries = new Map<string, Entry[]>();
  private readonly lineEntries: Entry[] = [];
  private automata = 0;
  private states = 0;

  constructor(private readonly alphabet: Alphabet) {}

  /** @throws Error when the pattern needs more states than a built-in one may */
  add({ names, scope, program }: CommandProgram, rule: number): void {
    const search = scope === 'command' ? 'here' : 'anywhere';
    const automaton = determinize([program], this.alphabet, { ...BUDGET }, search);
    if (!automaton) throw new Error(`a pattern about ${names.join(', ')} is too complex`);
    this.automata++;
    this.states += automaton.states;
    const dead = scope === 'command' ? deadStateOf(automaton) : NEVER;
    const entry: Entry = { scope, automaton, dead, rule, walkedTo: NEVER };
    if (scope === 'line') this.lineEntries.push(entry);
    for (const name of names) {
      const list = this.entries.get(name);
      if (list) list.push(entry);
      else this.entries.set(name, [entry]);
    }
  }

  /** A line is walked through once a pattern, from the first command that it may begin with. */
  private findInLine(entry: Entry, text: string, classes: Uint16Array, at: number): boolean {
    if (at < entry.walkedTo) return false;
    entry.walkedTo = endOfLine(text, at);
    return accepts(entry, classes, at, entry.walkedTo);
  }

  get size(): { automata: number; states: number } {
    return { automata: this.automata, states: this.states };
  }

  /**
   * @param classes the text's characters; one each, so that both have the same positions
   */
  find(text: string, classes: Uint16Array, length: number): number {
    let found = NO_RULE;
    for (const entry of this.lineEntries) entry.walkedTo = NEVER;
    for (let at = 0; at < length; at = nextSeparator(text, at) + 1) {
      while (isBlank(text.charCodeAt(at))) at++;
      if (isSeparator(text.charCodeAt(at))) continue;
      NAME.lastIndex = at;
      const word = NAME.exec(text)?.[0];
      if (word === undefined || word.length > MAX_NAME) continue;
      const name = word.replace(PROGRAM_SUFFIX, '');
      const entries = this.entries.get(name.toLowerCase());
      if (!entries) continue;
      for (const entry of entries) {
        if (entry.rule >= found) continue;
        const hit =
          entry.scope === 'command'
            ? accepts(entry, classes, at + name.length, length)
            : this.findInLine(entry, text, classes, at);
        if (hit) found = entry.rule;
      }
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

/** Position behind the character that ends the line. */
function endOfLine(text: string, from: number): number {
  const newline = text.indexOf('\n', from);
  const line = newline < 0 ? text.length : newline + 1;
  const end = text.slice(from, line).indexOf(';');
  return end < 0 ? line : from + end + 1;
}

const isBlank = (unit: number) => unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);

function isSeparator(unit: number): boolean {
  switch (unit) {
    case 0x0a:
    case 0x3b:
    case 0x7c:
    case 0x26:
    case 0x28:
    case 0x7b:
      return true;
    default:
      return false;
  }
}

function nextSeparator(text: string, from: number): number {
  let at = from;
  while (at < text.length && !isSeparator(text.charCodeAt(at))) at++;
  return at;
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
