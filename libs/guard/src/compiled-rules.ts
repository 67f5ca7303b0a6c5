import { compileProgram } from './engine/program.js';
import { RuleSet, type SetLimits } from './engine/rule-set.js';
import type { Rule } from './rules/pattern.js';

/** Built-in rules are our own; the limit only keeps a mistake from eating the memory. */
const BUILT_IN_LIMITS: SetLimits = { automata: 256, states: 12_000, work: 400_000_000 };

/** Rules of one group, ready to judge. */
export class CompiledRules {
  constructor(
    private readonly rules: readonly Rule[],
    private readonly set: RuleSet,
  ) {}

  /**
   * @param packs ids of rules that go well together in one automaton (`npm run gen`)
   * @throws Error when a built-in rule does not compile: that is a mistake in this library
   */
  static builtIn(rules: readonly Rule[], packs: readonly (readonly string[])[]): CompiledRules {
    const indexOf = new Map(rules.map(({ id }, index) => [id, index]));
    const groups = packs.map((ids) => ids.flatMap((id) => indexOf.get(id) ?? []));
    const packed = new Set(groups.flat());
    rules.forEach((_, index) => {
      if (!packed.has(index)) groups.push([index]);
    });
    const programs = rules.map(({ pattern }) => compileProgram(pattern));
    const set = RuleSet.build(programs, BUILT_IN_LIMITS, groups);
    const [refused] = set.refused;
    if (refused !== undefined)
      throw new Error(`built-in rule ${rules[refused]?.id} is too complex; simplify its pattern`);
    return new CompiledRules(rules, set);
  }

  /** A rule that `text` breaks, always the same one for the same text. */
  find(text: string): Rule | undefined {
    const index = this.set.find(text);
    return index === undefined ? undefined : this.rules[index];
  }

  get size(): RuleSet['size'] {
    return this.set.size;
  }
}
