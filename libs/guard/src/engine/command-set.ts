import { NO_RULE, statesOf, type Automaton, type NarrowAutomaton } from './automaton.js';

/** What may stand in front of a command, and so ends the one before. */
export const SEPARATORS = '\n;|&({';
/** What ends a line of commands: pipes and brackets do not. */
export const LINE_ENDS = '\n;';

const PROGRAM_SUFFIX = '.exe';
const MAX_NAME = 64;
const NEVER = -1;
const NONE: readonly Entry[] = [];

/** What an ASCII character can be where commands begin. */
const NAME = 1;
const BLANK = 2;
const SEPARATOR = 3;
const KINDS = new Uint8Array(128);
for (const character of 'abcdefghijklmnopqrstuvwxyz0123456789_.-') {
  KINDS[character.charCodeAt(0)] = NAME;
  KINDS[character.toUpperCase().charCodeAt(0)] = NAME;
}
for (const character of ' \t\n\v\f\r') KINDS[character.charCodeAt(0)] = BLANK;
for (const character of SEPARATORS) KINDS[character.charCodeAt(0)] = SEPARATOR;

/** A pattern that begins with certain commands. */
export interface CommandAutomaton {
  readonly names: readonly string[];
  /**
   * `command`: it looks at the arguments of the command and is walked from right behind the name.
   * `line`: it looks at pipes too and is walked through the whole line.
   */
  readonly scope: 'command' | 'line';
  readonly automaton: NarrowAutomaton;
  /** Index of its rule. */
  readonly rule: number;
}

interface Entry extends CommandAutomaton {
  /** The state that leads only to itself, if there is one. */
  readonly dead: number;
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

  constructor(private readonly commands: readonly CommandAutomaton[]) {
    for (const command of commands) {
      const dead = command.scope === 'command' ? deadStateOf(command.automaton) : NEVER;
      const entry: Entry = { ...command, dead, walkedTo: NEVER };
      if (command.scope === 'line') this.lineEntries.push(entry);
      for (const name of command.names) {
        const list = this.entries.get(name);
        if (list) list.push(entry);
        else this.entries.set(name, [entry]);
      }
    }
  }

  get empty(): boolean {
    return this.commands.length === 0;
  }

  get size(): { automata: number; states: number } {
    const states = this.commands.reduce((sum, { automaton }) => sum + statesOf(automaton), 0);
    return { automata: this.commands.length, states };
  }

  /**
   * @param classes the text's characters; one each, so that both have the same positions
   */
  find(text: string, classes: Uint16Array, length: number): number {
    let found = NO_RULE;
    if (this.empty) return found;
    for (const entry of this.lineEntries) entry.walkedTo = NEVER;
    for (let at = 0; at < length;) {
      while (kindOf(text.charCodeAt(at)) === BLANK) at++;
      const end = endOfName(text, at);
      if (end > at && end - at <= MAX_NAME) {
        const word = text.slice(at, end).toLowerCase();
        const name = word.endsWith(PROGRAM_SUFFIX) ? word.slice(0, -PROGRAM_SUFFIX.length) : word;
        for (const entry of this.entries.get(name) ?? NONE) {
          if (entry.rule >= found) continue;
          const hit =
            entry.scope === 'command'
              ? accepts(entry, classes, at + name.length, length)
              : this.findInLine(entry, text, classes, at);
          if (hit) found = entry.rule;
        }
      }
      at = nextSeparator(text, end) + 1;
    }
    return found;
  }

  /** A line is walked through once a pattern, from the first command that it may begin with. */
  private findInLine(entry: Entry, text: string, classes: Uint16Array, at: number): boolean {
    if (at < entry.walkedTo) return false;
    entry.walkedTo = endOfLine(text, at);
    return accepts(entry, classes, at, entry.walkedTo);
  }
}

/** The state that leads only to itself. */
function deadStateOf({ next, width, firstAccepting }: Automaton): number {
  for (let state = 0; state < firstAccepting; state++) {
    const row = state * width;
    let column = 0;
    while (column < width && next[row + column] === state) column++;
    if (column === width) return state;
  }
  return NEVER;
}

/** Position behind the character that ends the line. */
function endOfLine(text: string, from: number): number {
  const newline = text.indexOf('\n', from);
  const line = newline < 0 ? text.length : newline + 1;
  const end = text.slice(from, line).indexOf(';');
  return end < 0 ? line : from + end + 1;
}

function endOfName(text: string, from: number): number {
  let at = from;
  while (kindOf(text.charCodeAt(at)) === NAME) at++;
  return at;
}

function nextSeparator(text: string, from: number): number {
  let at = from;
  while (at < text.length && kindOf(text.charCodeAt(at)) !== SEPARATOR) at++;
  return at;
}

/** Kind of an ASCII character, 0 for any other and behind the end of the text. */
const kindOf = (unit: number): number => (unit < KINDS.length ? (KINDS[unit] as number) : 0);

function accepts(entry: Entry, classes: Uint16Array, from: number, length: number): boolean {
  const { next, width, columns, firstAccepting } = entry.automaton;
  let state = 0;
  for (let index = from; index < length; index++) {
    state = next[state * width + (columns[classes[index] as number] as number)] as number;
    if (state >= firstAccepting) return true;
    if (state === entry.dead) return false;
  }
  return (next[state * width + (columns.at(-1) ?? 0)] ?? 0) >= firstAccepting;
}
