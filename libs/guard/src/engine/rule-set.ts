import type { Alphabet } from './alphabet.js';
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
  /** Automata that a text is walked through. */
  automata: number;
  states: number;
  work: number;
}

/**
 * Many patterns that are judged together in time that grows with the text and the number of
 * automata, never with what the text holds.
 */
export class RuleSet {
  private constructor(
    private readonly packs: readonly Pack[],
    /** Indices of programs that did not fit into the limits. */
    readonly refused: readonly number[],
  ) {}

  /**
   * @param groups indices of programs that share an automaton; what does not fit together is split
   */
  static build(
    programs: readonly (Program | undefined)[],
    alphabet: Alphabet,
    limits: SetLimits,
    groups: readonly (readonly number[])[] = [programs.map((_, index) => index)],
  ): RuleSet {
    const budget: Budget = { states: limits.states, work: limits.work };
    const packs: Pack[] = [];
    const refused: number[] = [];
    for (const group of groups) {
      let size = group.length;
      for (let next = 0; next < group.length;) {
        if (packs.length === limits.automata || budget.work < 0) {
          refused.push(...group.slice(next));
          break;
        }
        const rules = group.slice(next, next + size);
        const chosen = rules.flatMap((rule) => programs[rule] ?? []);
        const automaton = determinize(chosen, alphabet, budget);
        if (!automaton && size > 1) {
          size >>= 1;
          continue;
        }
        if (automaton) packs.push({ automaton, rules });
        else refused.push(...rules);
        next += size;
        // What fits easily may come in larger lots.
        if (automaton && automaton.states < limits.states / 4) size *= 2;
      }
    }
    return new RuleSet(
      packs,
      refused.sort((a, b) => a - b),
    );
  }

  /** Index of a pattern that the text holds, always the same one; {@link NO_RULE} for none. */
  find(classes: Uint16Array, length: number): number {
    let found = NO_RULE;
    for (let index = 0; index < this.packs.length; index += 4) {
      const four = this.packs.slice(index, index + 4);
      const [a, b = a, c = a, d = a] = four.map(({ automaton }) => automaton);
      if (!a || !b || !c || !d) continue;
      // Most texts break no rule: then walking four automata at once is all there is to do.
      if (!walkFour(a, b, c, d, classes, length)) continue;
      for (const { automaton, rules } of four) {
        const hit = walk(automaton, classes, length);
        found = Math.min(found, rules[hit] ?? NO_RULE);
      }
    }
    return found;
  }

  /** Size of what was built: for logs and for tests of the limits. */
  get size(): { automata: number; states: number } {
    const states = this.packs.reduce((sum, { automaton }) => sum + automaton.states, 0);
    return { automata: this.packs.length, states };
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

/**
 * Whether one of four automata accepts. Each step of one waits for its memory; side by side the
 * waits overlap, which makes it more than twice as fast.
 */
function walkFour(
  a: Automaton,
  b: Automaton,
  c: Automaton,
  d: Automaton,
  classes: Uint16Array,
  length: number,
): boolean {
  const { width } = a;
  const [nextA, nextB, nextC, nextD] = [a.next, b.next, c.next, d.next];
  const [endA, endB, endC, endD] = [a, b, c, d].map(({ firstAccepting }) => firstAccepting) as [
    number,
    number,
    number,
    number,
  ];
  let [inA, inB, inC, inD] = [0, 0, 0, 0];
  for (let index = 0; index <= length; index++) {
    const cls = index < length ? (classes[index] as number) : width - 1;
    inA = nextA[inA * width + cls] as number;
    inB = nextB[inB * width + cls] as number;
    inC = nextC[inC * width + cls] as number;
    inD = nextD[inD * width + cls] as number;
    if (inA >= endA || inB >= endB || inC >= endC || inD >= endD) return true;
  }
  return false;
}
