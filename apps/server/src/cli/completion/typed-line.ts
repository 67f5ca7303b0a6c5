import type { Choice, Flag, Place, Value } from './command-tree.js';

/** A command line that is being typed. */
export interface TypedLine {
  /** The word at the cursor without what of it stands: `mum` of `--agent=pc1,mum`. */
  readonly typed: string;
  /** What of that word stands, and goes before everything offered: `--agent=pc1,`. */
  readonly head: string;
  /** Known without a server. */
  readonly choices: readonly Choice[];
  /** What the place takes, if it takes a value. */
  readonly value: Value | undefined;
  /** Words before that are neither commands nor options. */
  readonly args: readonly string[];
  /** Values of options before, and switches without any. */
  readonly given: ReadonlyMap<string, readonly string[]>;
}

/** Reads the words after `kenny`; the last one is being typed, perhaps from nothing. */
export function readLine(program: Place, words: readonly string[]): TypedLine {
  let place = program;
  let waiting: Flag | undefined;
  let onlyArgs = false;
  const args: string[] = [];
  const given = new Map<string, string[]>();
  const give = ({ name }: Flag, value?: string) =>
    given.set(name, [...(given.get(name) ?? []), ...(value === undefined ? [] : [value])]);

  for (const word of words.slice(0, -1)) {
    const command = place.commands.find(({ name }) => name === word);
    if (waiting) {
      give(waiting, word);
      waiting = undefined;
    } else if (onlyArgs || !word.startsWith('-')) {
      if (command && args.length === 0) place = command;
      else args.push(word);
    } else if (word === '--') {
      onlyArgs = true;
    } else {
      const { flag, value } = flagIn(place, word);
      if (flag) give(flag, value);
      if (flag?.value && value === undefined) waiting = flag;
    }
  }

  const last = words.at(-1) ?? '';
  const line = { args, given, head: '', typed: last };
  if (waiting?.value) return { ...line, ...ofValue(waiting.value, '', last) };
  if (!onlyArgs && last.startsWith('-')) {
    const { flag, value } = flagIn(place, last);
    if (value === undefined) return { ...line, choices: flagsOf(place), value: undefined };
    const none = { choices: [], value: undefined };
    return {
      ...line,
      ...(flag?.value
        ? ofValue(flag.value, last.slice(0, -value.length || undefined), value)
        : none),
    };
  }
  const next = place.args[Math.min(args.length, place.args.length - 1)];
  const free = args.length < place.args.length ? next : undefined;
  const choices = [...(args.length === 0 ? place.commands : []), ...choicesOf(free)];
  const nothing = choices.length === 0 && free === undefined;
  return { ...line, choices: nothing ? flagsOf(place) : choices, value: free };
}

/** `--agent=pc1` as the option and its value. */
function flagIn(place: Place, word: string): { flag: Flag | undefined; value?: string } {
  const at = word.startsWith('--') ? word.indexOf('=') : -1;
  const name = at < 0 ? word : word.slice(0, at);
  const flag = place.flags.find(({ names }) => names.includes(name));
  return at < 0 ? { flag } : { flag, value: word.slice(at + 1) };
}

/** Of a list, the one after the last comma is being typed; an argument of a tool may hold commas. */
function ofValue(value: Value, before: string, word: string) {
  const start = value.name.includes('=') ? 0 : word.lastIndexOf(',') + 1;
  return {
    ...{ value, choices: choicesOf(value) },
    ...{ head: before + word.slice(0, start), typed: word.slice(start) },
  };
}

function choicesOf(value: Value | undefined): Choice[] {
  return (value?.choices ?? []).map((name) => ({ name, description: '' }));
}

function flagsOf({ flags }: Place): Choice[] {
  return flags.flatMap(({ names, description }) => names.map((name) => ({ name, description })));
}
