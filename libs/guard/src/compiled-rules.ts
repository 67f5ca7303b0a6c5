import { Alphabet } from './engine/alphabet.js';
import {
  CommandSet,
  LINE_ENDS,
  SEPARATORS,
  staysInside,
  type CommandProgram,
} from './engine/command-set.js';
import { NO_RULE } from './engine/nfa.js';
import { compileProgram, type Program } from './engine/program.js';
import { RuleSet, type SetLimits } from './engine/rule-set.js';
import { splitCommand, type Rule } from './rules/pattern.js';

/** Built-in rules are our own; the limit only keeps a mistake from eating the memory. */
const BUILT_IN_LIMITS: SetLimits = { automata: 256, states: 12_000, work: 400_000_000 };
const PAIR = /[\ud800-\udbff][\udc00-\udfff]/g;

let scratch = new Uint16Array(1 << 16);

/** Rules of one group, ready to judge. */
export class CompiledRules {
  constructor(
    private readonly rules: readonly Rule[],
    private readonly alphabet: Alphabet,
    private readonly anywhere: RuleSet,
    private readonly commands?: CommandSet,
  ) {}

  /**
   * @param packs ids of rules that go well together in one automaton (`npm run gen`)
   * @throws Error when a built-in rule does not compile: that is a mistake in this library
   */
  static builtIn(rules: readonly Rule[], packs: readonly (readonly string[])[]): CompiledRules {
    const { alphabet, commands, programs } = sortRules(rules);
    const indexOf = new Map(rules.map(({ id }, index) => [id, index]));
    const groups = packs.map((ids) =>
      ids
        .flatMap((id) => indexOf.get(id) ?? [])
        .filter((index) => programs[index])
        .sort((a, b) => a - b),
    );
    const packed = new Set(groups.flat());
    rules.forEach((_, index) => {
      if (programs[index] && !packed.has(index)) groups.push([index]);
    });
    const set = RuleSet.build(programs, alphabet, BUILT_IN_LIMITS, groups);
    const [refused] = set.refused;
    if (refused !== undefined)
      throw new Error(`built-in rule ${rules[refused]?.id} is too complex; simplify its pattern`);
    return new CompiledRules(rules, alphabet, set, commands);
  }

  /** A rule that `text` breaks, always the same one for the same text. */
  find(text: string): Rule | undefined {
    // The commands' positions are those of the text: one class a unit. No built-in rule tells
    // characters apart that take two.
    const plain = this.commands ? text.replace(PAIR, '\uf8ff') : text;
    if (scratch.length < plain.length) scratch = new Uint16Array(plain.length * 2);
    const length = this.alphabet.encode(plain, scratch);
    const anywhere = this.anywhere.find(scratch, length);
    const command = this.commands?.find(plain, scratch, length) ?? NO_RULE;
    return this.rules[Math.min(anywhere, command)];
  }

  get size() {
    return { anywhere: this.anywhere.size, commands: this.commands?.size };
  }
}

/**
 * Rules about the arguments of a command are looked at where the command stands; `programs` holds
 * the others, which are searched for everywhere.
 */
export function sortRules(rules: readonly Rule[]): {
  alphabet: Alphabet;
  commands: CommandSet;
  programs: (Program | undefined)[];
} {
  const split = rules.map(({ pattern }): CommandProgram | undefined => {
    const parts = splitCommand(pattern);
    if (!parts) return undefined;
    const { names } = parts;
    const rest = compileProgram(parts.rest);
    if (staysInside(rest, SEPARATORS)) return { names, scope: 'command', program: rest };
    if (!staysInside(rest, LINE_ENDS)) return undefined;
    return { names, scope: 'line', program: compileProgram(pattern) };
  });
  const programs = rules.map(({ pattern }, rule) =>
    split[rule] ? undefined : compileProgram(pattern),
  );
  const alphabet = new Alphabet([...split.map((command) => command?.program), ...programs]);
  const commands = new CommandSet(alphabet);
  split.forEach((command, rule) => {
    if (command) commands.add(command, rule);
  });
  return { alphabet, commands, programs };
}
