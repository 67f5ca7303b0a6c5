import { Alphabet, PatternSet, TextUnits } from '@kenny/linear-match';
import { CommandSet } from './commands/command-set.js';
import type { RuleTables } from './tables/rule-tables.js';

export interface NamedRule {
  readonly id: string;
  readonly reason: string;
}

/** Rules of one group and their automata. */
export interface RuleGroup {
  /** In the tables' order. */
  readonly rules: readonly NamedRule[];
  readonly tables: RuleTables;
}

/** Shared buffers: one text is judged at a time. */
const text = new TextUnits();

/**
 * Rules of groups that meet the same texts, ready to judge: a text is read once for all of them.
 */
export class CompiledRules {
  private readonly alphabet: Alphabet;
  private readonly anywhere: PatternSet;
  private readonly commands: CommandSet;
  /** Where the rules of each group end in the common numbering. */
  private readonly ends: readonly number[];
  private readonly rules: readonly NamedRule[];

  /** @param groups of one alphabet; at least one */
  constructor(groups: readonly RuleGroup[]) {
    this.alphabet = new Alphabet(commonStretches(groups));
    this.rules = groups.flatMap(({ rules }) => rules);
    let end = 0;
    this.ends = groups.map(({ rules }) => (end += rules.length));
    const first = groups.map(({ rules }, group) => (this.ends[group] ?? 0) - rules.length);
    this.anywhere = new PatternSet(
      groups.flatMap(({ tables }, group) =>
        tables.anywhere.map((table) => ({
          ...table,
          patterns: table.patterns.map((rule) => rule + (first[group] ?? 0)),
        })),
      ),
    );
    this.commands = new CommandSet(
      groups.flatMap(({ tables }, group) =>
        tables.commands.map((command) => ({
          ...command,
          rule: command.rule + (first[group] ?? 0),
        })),
      ),
    );
  }

  /** For each group, a rule that `subject` breaks; deterministic. */
  findEach(subject: string): readonly (NamedRule | undefined)[] {
    const hits = this.hits(subject);
    if (hits.length === 0) return this.ends.map(() => undefined);
    return this.ends.map((end, group) => {
      const first = this.ends[group - 1] ?? 0;
      const own = hits.filter((rule) => rule >= first && rule < end);
      return this.rules[Math.min(...own)];
    });
  }

  /** A rule that `subject` breaks, of the first group with one. */
  find(subject: string): NamedRule | undefined {
    return this.findEach(subject).find((rule) => rule !== undefined);
  }

  /** Rules that `subject` breaks, at most one per automaton. */
  findAll(subject: string): readonly NamedRule[] {
    return [...new Set(this.hits(subject))].flatMap((rule) => this.rules[rule] ?? []);
  }

  get size() {
    return { anywhere: this.anywhere.size, commands: this.commands.size };
  }

  private hits(subject: string): number[] {
    text.read(subject, this.alphabet);
    return [...this.anywhere.hits(text), ...this.commands.hits(text)];
  }
}

function commonStretches(groups: readonly RuleGroup[]) {
  const [first, ...others] = groups.map(({ tables }) => tables.stretches);
  if (!first) throw new Error('no rules to judge by');
  for (const { lows, classes } of others)
    if (lows.join() !== first.lows.join() || classes.join() !== first.classes.join())
      throw new Error('groups that are judged together must share an alphabet; run `npm run gen`');
  return first;
}
