import { OPERATOR_RULE_GROUPS, type OperatorRuleGroup } from '@kenny/contract/agent';
import {
  buildPacks,
  CharacterClasses,
  compileProgram,
  joinPacks,
  surveyPattern,
  type Program,
  type SetLimits,
  type Survey,
} from '@kenny/linear-match/compile';
import { builtInNames } from './built-in.js';
import { CompiledRules } from './compiled-rules.js';
import { OperatorRules, type RefusedRule } from './operator-rule-set.js';
import type { Rule } from './rules/pattern.js';

/** Maximum number of custom rules; they arrive in one `policy` frame. */
export const MAX_OPERATOR_RULES = 1000;
/** Maximum length of a pattern (D7). */
export const MAX_PATTERN_LENGTH = 1000;

/**
 * Budget for one group's rules. Counted, not timed, so that a rule is refused on every machine or
 * on none: this many automata and states, and some tenths of a second to build.
 */
const GROUP_LIMITS: SetLimits = { automata: 16, states: 2_500, work: 6_000_000 };
/** Limits over all groups on what is expensive to compile. */
const TOTAL_LIMITS: Survey = { classes: 100, width: 300_000, instructions: 60_000 };
const RULE_LIMITS: Survey = { classes: 10, width: 70_000, instructions: 4_000 };

/**
 * Compiles custom rules. One that does not compile, is too long or would make judging slow is
 * reported with its reason and skipped; the others apply. Never throws.
 */
export function compileOperatorRules(rules: readonly Rule[]): OperatorRules {
  if (rules.length === 0) return OperatorRules.none;
  const compiler = new OperatorRuleCompiler();
  rules.forEach((rule, index) => compiler.add(rule, index));
  const groups = new Map<OperatorRuleGroup, CompiledRules>();
  const accepted: Rule[] = [];
  for (const group of OPERATOR_RULE_GROUPS) {
    const chosen = compiler.build(group);
    if (chosen.rules.length > 0) groups.set(group, chosen.compiled);
    accepted.push(...chosen.rules);
  }
  return new OperatorRules(groups, accepted, compiler.refused);
}

class OperatorRuleCompiler {
  readonly refused: RefusedRule[] = [];
  private readonly candidates: { rule: Rule; program: Program }[] = [];
  private readonly spent: Survey = { classes: 0, width: 0, instructions: 0 };
  private readonly taken = new Set(
    OPERATOR_RULE_GROUPS.flatMap((group) => builtInNames(group).map(({ id }) => id)),
  );

  add(rule: Rule, index: number): void {
    const reason = this.judge(rule, index);
    if (reason !== undefined) this.refused.push({ id: String(rule.id).slice(0, 64), reason });
  }

  build(group: OperatorRuleGroup): { rules: Rule[]; compiled: CompiledRules } {
    const own = this.candidates.filter(({ rule }) => rule.applies_to === group);
    const programs = own.map(({ program }) => program);
    const classes = new CharacterClasses(programs);
    const { packs, refused } = buildPacks(programs, classes, GROUP_LIMITS);
    const dear = new Set(refused);
    for (const index of dear) this.refuseDear(own[index]?.rule.id ?? '');
    const kept = own.filter((_, index) => !dear.has(index));
    // The packs keep their numbering: refused programs are in no automaton.
    const rules = own.map(({ rule }) => rule);
    return {
      rules: kept.map(({ rule }) => rule),
      compiled: new CompiledRules([
        {
          rules,
          tables: {
            stretches: classes.alphabet.stretches,
            anywhere: joinPacks(packs),
            commands: [],
          },
        },
      ]),
    };
  }

  private refuseDear(id: string): void {
    this.refused.push({
      id,
      reason: 'together with the other rules it would make judging slow; shorten or merge rules',
    });
  }

  private judge(rule: Rule, index: number): string | undefined {
    const { id, pattern } = rule;
    if (index >= MAX_OPERATOR_RULES) return `more than ${MAX_OPERATOR_RULES} rules; merge some`;
    if (typeof pattern !== 'string' || typeof id !== 'string')
      return 'id and pattern must be texts';
    if (!OPERATOR_RULE_GROUPS.includes(rule.applies_to))
      return `applies_to must be one of ${OPERATOR_RULE_GROUPS.join(', ')}`;
    if (this.taken.has(id)) return 'another rule has this id; choose a new one';
    if (pattern.length === 0) return 'the pattern is empty';
    if (pattern.length > MAX_PATTERN_LENGTH)
      return `the pattern is longer than ${MAX_PATTERN_LENGTH} characters; split it`;
    const survey = surveyPattern(pattern);
    if (typeof survey === 'string') return survey;
    const dear = this.afford(survey);
    if (dear !== undefined) return dear;
    return this.compile(rule);
  }

  private compile(rule: Rule): string | undefined {
    try {
      const program = compileProgram(rule.pattern);
      const dear = this.afford({ classes: 0, width: 0, instructions: program.instructions.length });
      if (dear !== undefined) return dear;
      this.taken.add(rule.id);
      this.candidates.push({ rule, program });
      return undefined;
    } catch (error) {
      // Patterns are input: one that does not compile is a result, not a bug.
      return `the pattern is not RE2 syntax: ${error instanceof Error ? error.message : 'unreadable'}`;
    }
  }

  private afford(cost: Survey): string | undefined {
    for (const kind of ['classes', 'width', 'instructions'] as const) {
      if (cost[kind] > RULE_LIMITS[kind]) return 'the pattern is too complex; simplify it';
      if (this.spent[kind] + cost[kind] > TOTAL_LIMITS[kind])
        return 'together the rules are too complex; simplify or drop some';
    }
    this.spent.classes += cost.classes;
    this.spent.width += cost.width;
    this.spent.instructions += cost.instructions;
    return undefined;
  }
}
