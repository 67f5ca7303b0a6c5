import { CharacterClasses } from './engine/character-classes.js';
import { buildPacks, type SetLimits } from './engine/build-packs.js';
import { buildCommand, compileCommand, type CommandProgram } from './engine/command-programs.js';
import { joinPacks } from './engine/joint-table.js';
import { minimise } from './engine/minimise.js';
import { compileProgram, type Program } from './engine/program.js';
import { splitCommand, type Rule } from './rules/pattern.js';
import type { RuleTables } from './tables/rule-tables.js';

/** Built-in rules are our own; the limit only keeps a mistake from eating the memory. */
const LIMITS: SetLimits = { automata: 256, states: 12_000, work: 400_000_000 };

/** Rules of one group, by where they are looked for. */
export interface SortedRules {
  readonly classes: CharacterClasses;
  /** Index of a rule → its program, for those about a command. */
  readonly commands: readonly (CommandProgram | undefined)[];
  /** Index of a rule → its program, for those that are searched for everywhere. */
  readonly programs: readonly (Program | undefined)[];
}

/**
 * Parses the patterns. Rules about the arguments of a command are looked at where it stands.
 * @param neighbours rules that meet the same texts: the classes tell apart what any of them does
 */
export function sortRules(rules: readonly Rule[], neighbours: readonly Rule[] = []): SortedRules {
  const parsed = parse(rules);
  const all = [parsed, parse(neighbours)].flatMap(({ commands, programs }) => [
    ...commands.map((command) => command?.program),
    ...programs,
  ]);
  return { ...parsed, classes: new CharacterClasses(all) };
}

function parse(rules: readonly Rule[]): Omit<SortedRules, 'classes'> {
  const commands = rules.map(({ pattern }) => {
    const parts = splitCommand(pattern);
    return parts && compileCommand(pattern, parts.names, parts.rest);
  });
  const programs = rules.map(({ pattern }, rule) =>
    commands[rule] ? undefined : compileProgram(pattern),
  );
  return { commands, programs };
}

/**
 * Builds the automata of built-in rules, as small as they can be. It takes a second or more:
 * `npm run gen` does it, and what it writes is what runs (ADR 0006).
 * @param packs ids of rules that go well together in one automaton
 * @param neighbours rules that meet the same texts: the alphabet is theirs too
 * @throws Error when a rule does not compile: that is a mistake in this library
 */
export function compileRules(
  rules: readonly Rule[],
  packs: readonly (readonly string[])[],
  neighbours: readonly Rule[] = [],
): RuleTables {
  const { classes, commands, programs } = sortRules(rules, neighbours);
  const built = buildPacks(programs, classes, LIMITS, groupsOf(rules, programs, packs));
  const [refused] = built.refused;
  if (refused !== undefined)
    throw new Error(`built-in rule ${rules[refused]?.id} is too complex; simplify its pattern`);
  return {
    stretches: classes.alphabet.stretches,
    anywhere: joinPacks(
      built.packs.map((pack) => ({ ...pack, automaton: minimise(pack.automaton) })),
    ),
    commands: commands.flatMap((command, rule) =>
      command ? buildCommand(command, classes, rule) : [],
    ),
  };
}

/** Indices of the rules that share an automaton; what no pack names stands alone. */
function groupsOf(
  rules: readonly Rule[],
  programs: readonly (Program | undefined)[],
  packs: readonly (readonly string[])[],
): number[][] {
  const indexOf = new Map(rules.map(({ id }, index) => [id, index]));
  const groups = packs.map((ids) =>
    ids
      .flatMap((id) => indexOf.get(id) ?? [])
      .filter((index) => programs[index])
      .sort((a, b) => a - b),
  );
  const packed = new Set(groups.flat());
  const alone = rules.flatMap((_, index) => (programs[index] && !packed.has(index) ? [index] : []));
  return [...groups, ...alone.map((index) => [index])];
}
