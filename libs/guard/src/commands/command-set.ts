import { NarrowMatcher, type NarrowAutomaton, type TextUnits } from '@kenny/linear-match';

/** What may stand in front of a command, and so ends the one before. */
export const SEPARATORS = '\n;|&({';
/** What ends a line of commands: pipes and brackets do not. */
export const LINE_ENDS = '\n;';

const PROGRAM_SUFFIX = Array.from('.exe', (character) => character.charCodeAt(0));
const MAX_NAME = 64;
const NEVER = -1;
/** Names are looked up in so many places, without making a string of each word. */
const PLACES = 1 << 12;

/** What an ASCII character can be where commands begin; bits. */
const NAME = 1;
const BLANK = 2;
const SEPARATOR = 4;
const LINE_END = 8;
const KINDS = new Uint8Array(128);
for (const character of 'abcdefghijklmnopqrstuvwxyz0123456789_.-') {
  KINDS[character.charCodeAt(0)] = NAME;
  KINDS[character.toUpperCase().charCodeAt(0)] = NAME;
}
for (const character of ' \t\n\v\f\r') KINDS[character.charCodeAt(0)] = BLANK;
for (const character of SEPARATORS)
  KINDS[character.charCodeAt(0)] = LINE_ENDS.includes(character) ? SEPARATOR | LINE_END : SEPARATOR;

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

interface Entry extends Omit<CommandAutomaton, 'automaton'> {
  readonly matcher: NarrowMatcher;
  /** End of the last line that it was walked through. */
  walkedTo: number;
  /** The text breaks its rule: nothing more is to be found. */
  hit: boolean;
}

/** A name that patterns are about, in small letters. */
interface Name {
  readonly text: string;
  readonly entries: Entry[];
}

/**
 * Patterns that begin with the name of a command. Only where such a command stands, only its own
 * patterns look at it, and only up to its end: every character of a text is read by the few
 * patterns of one command.
 */
export class CommandSet {
  private readonly entries: readonly Entry[];
  /** Place of a name → names that fall there. */
  private readonly places = new Array<Name[] | undefined>(PLACES);

  /** Where the line ends that was last walked through. */
  private lineEnd = 0;

  constructor(private readonly commands: readonly CommandAutomaton[]) {
    this.entries = commands.map(({ automaton, ...command }) => ({
      ...command,
      matcher: new NarrowMatcher(automaton),
      walkedTo: NEVER,
      hit: false,
    }));
    const byName = new Map<string, Entry[]>();
    for (const entry of this.entries)
      for (const name of entry.names) {
        const known = byName.get(name);
        if (known) known.push(entry);
        else byName.set(name, [entry]);
      }
    for (const [name, entries] of byName) this.addName(name, entries);
  }

  get size(): { automata: number; states: number } {
    const states = this.commands.reduce((sum, { automaton }) => sum + automaton.states, 0);
    return { automata: this.commands.length, states };
  }

  /** Indices of the rules that the text breaks, each as often as it has patterns that it breaks. */
  hits(text: TextUnits): number[] {
    if (this.entries.length === 0) return [];
    for (const entry of this.entries) {
      entry.walkedTo = NEVER;
      entry.hit = false;
    }
    this.lineEnd = 0;
    const { units, length } = text;
    for (let at = 0; at < length;) {
      const begin = skip(units, at, length, BLANK);
      const end = skip(units, begin, length, NAME);
      if (end > begin && end - begin <= MAX_NAME) this.command(text, begin, end);
      at = find(units, end, length, SEPARATOR) + 1;
    }
    return this.entries.flatMap(({ hit, rule }) => (hit ? rule : []));
  }

  /** A word that stands where a command begins. */
  private command(text: TextUnits, at: number, end: number): void {
    const nameEnd = hasSuffix(text.units, end) ? end - PROGRAM_SUFFIX.length : end;
    const length = nameEnd - at;
    if (length === 0) return;
    const { units } = text;
    const middle = folded(units, at + (length >> 1));
    const place = placeOf(length, folded(units, at), middle, folded(units, nameEnd - 1));
    const names = this.places[place];
    const name = names?.find((candidate) => isName(candidate.text, text.units, at, nameEnd));
    if (!name) return;
    for (const entry of name.entries) {
      if (entry.hit) continue;
      entry.hit =
        entry.scope === 'command'
          ? entry.matcher.accepts(text.classes, nameEnd, text.length)
          : this.findInLine(entry, text, at);
    }
  }

  /** A line is walked through once a pattern, from the first command that it may begin with. */
  private findInLine(entry: Entry, { units, classes, length }: TextUnits, at: number): boolean {
    if (at < entry.walkedTo) return false;
    if (at >= this.lineEnd) this.lineEnd = Math.min(length, find(units, at, length, LINE_END) + 1);
    entry.walkedTo = this.lineEnd;
    return entry.matcher.accepts(classes, at, entry.walkedTo);
  }

  private addName(name: string, entries: Entry[]): void {
    const { length } = name;
    const unitAt = (at: number) => name.charCodeAt(at) | 32;
    const place = placeOf(length, unitAt(0), unitAt(length >> 1), unitAt(length - 1));
    (this.places[place] ??= []).push({ text: name, entries });
  }
}

/** Whether a word that ends at `end` ends as programs of Windows do, whatever its case. */
function hasSuffix(units: Uint16Array, end: number): boolean {
  const from = end - PROGRAM_SUFFIX.length;
  return from >= 0 && PROGRAM_SUFFIX.every((unit, index) => folded(units, from + index) === unit);
}

/** Of a character of a name its small letter. */
const folded = (units: Uint16Array, at: number) => (units[at] as number) | 32;

/** Whether a name stands between two positions, whatever its case. */
function isName(name: string, units: Uint16Array, from: number, to: number): boolean {
  if (name.length !== to - from) return false;
  for (let at = from; at < to; at++)
    if (folded(units, at) !== (name.charCodeAt(at - from) | 32)) return false;
  return true;
}

/** Where a name is looked for, by its length and three of its characters; one of {@link PLACES}. */
const placeOf = (length: number, first: number, middle: number, last: number) =>
  (length + first * 37 + middle * 331 + last * 1009) & (PLACES - 1);

/** Position behind the characters of one kind that begin at `from`. */
function skip(units: Uint16Array, from: number, end: number, kind: number): number {
  let at = from;
  while (at < end && (kindOf(units[at] as number) & kind) !== 0) at++;
  return at;
}

/** Position of the next character of a kind, `end` when there is none. */
function find(units: Uint16Array, from: number, end: number, kind: number): number {
  let at = from;
  while (at < end && (kindOf(units[at] as number) & kind) === 0) at++;
  return at;
}

/** Kind of an ASCII character, 0 for any other. */
const kindOf = (unit: number): number => (unit < KINDS.length ? (KINDS[unit] as number) : 0);
