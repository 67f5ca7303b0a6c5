import {
  buildPacks,
  CharacterClasses,
  compileProgram,
  joinPacks,
  minimise,
  type Program,
  type SetLimits,
} from '@kenny/linear-match/compile';
import { buildCommand, compileCommand, type CommandProgram } from './commands/command-programs.js';
import { splitCommand, type Rule } from './rules/pattern.js';
import type { RuleTables } from './tables/rule-tables.js';

/** Built-in rules are our own; this only keeps a mistake from exhausting memory. */
const LIMITS: SetLimits = { automata: 256, states: 12_000, work: 400_000_000 };

/** Rules of one group, by where they are searched. */
export interface SortedRules {
  readonly classes: CharacterClasses;
  /** Rule index → program, for rules about a command. */
  readonly commands: readonly (CommandProgram | undefined)[];
  /** Rule index → program, for rules that are searched everywhere. */
  readonly programs: readonly (Program | undefined)[];
}

/**
 * Parses the patterns. Rules about a command's arguments are tried only where it occurs.
 * @param neighbours rules for the same texts: the character classes must serve them all
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

/** Rule indices per automaton; rules in no pack get their own. */
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
