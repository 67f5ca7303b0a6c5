import { Alphabet } from './alphabet.js';
import { determinize, type Automaton, type Budget } from './determinize.js';
import { NO_RULE } from './nfa.js';
import type { Program } from './program.js';

interface Pack {
  readonly automaton: Automaton;
  /** Index in the pack → index in the set. */
  readonly rules: readonly number[];
}

/** What a set may cost to build, and so what it may cost to judge with it. */
export interface SetLimits {
  /** Automata that a text is walked through, one after the other. */
  automata: number;
  states: number;
  work: number;
}

let scratch = new Uint16Array(1 << 16);

/**
 * Many patterns that are judged together in time that grows with the text and the number of
 * automata, never with what the text holds.
 */
export class RuleSet {
  private constructor(
    private readonly alphabet: Alphabet,
    private readonly packs: readonly Pack[],
    /** Indices of programs that did not fit into the limits. */
    readonly refused: readonly number[],
  ) {}

  /**
   * @param groups indices of programs that share an automaton; what does not fit is split in halves
   */
  static build(
    programs: readonly Program[],
    limits: SetLimits,
    groups: readonly (readonly number[])[] = [programs.map((_, index) => index)],
  ): RuleSet {
    const alphabet = new Alphabet(programs);
    const budget: Budget = { states: limits.states, work: limits.work };
    const packs: Pack[] = [];
    const refused: number[] = [];
    const open = groups.filter((rules) => rules.length > 0).reverse();
    for (let rules = open.pop(); rules; rules = open.pop()) {
      if (packs.length === limits.automata || budget.work < 0) {
        refused.push(...rules);
        continue;
      }
      const chosen = rules.flatMap((rule) => programs[rule] ?? []);
      const automaton = determinize(chosen, alphabet, budget);
      if (automaton) packs.push({ automaton, rules });
      else if (rules.length === 1) refused.push(...rules);
      else {
        const half = rules.length >> 1;
        open.push(rules.slice(half), rules.slice(0, half));
      }
    }
    return new RuleSet(alphabet, packs, refused.sort((a, b) => a - b));
  }

  /** Index of a pattern that `text` holds, always the same one; undefined for none. */
  find(text: string): number | undefined {
    if (this.packs.length === 0) return undefined;
    if (scratch.length < text.length) scratch = new Uint16Array(text.length * 2);
    const length = this.alphabet.encode(text, scratch);
    let found: number | undefined;
    for (const { automaton, rules } of this.packs) {
      const hit = walk(automaton, scratch, length);
      const rule = hit === NO_RULE ? undefined : rules[hit];
      if (rule !== undefined && (found === undefined || rule < found)) found = rule;
    }
    return found;
  }

  /** Size of what was built: for logs and for tests of the limits. */
  get size(): { automata: number; states: number; classes: number } {
    return {
      automata: this.packs.length,
      states: this.packs.reduce((sum, { automaton }) => sum + automaton.states, 0),
      classes: this.alphabet.count,
    };
  }
}

function walk(automaton: Automaton, classes: Uint16Array, length: number): number {
  const { next, width, firstAccepting, rule } = automaton;
  let state = 0;
  for (let index = 0; index < length; index++) {
    state = next[state * width + (classes[index] as number)] as number;
    if (state >= firstAccepting) return rule[state - firstAccepting] ?? NO_RULE;
  }
  state = next[state * width + width - 1] ?? 0;
  return state >= firstAccepting ? (rule[state - firstAccepting] ?? NO_RULE) : NO_RULE;
}
