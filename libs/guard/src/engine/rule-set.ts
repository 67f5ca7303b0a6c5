import { NO_RULE, statesOf, type Automaton } from './automaton.js';
import type { TextUnits } from './text-units.js';

/** Some patterns in one automaton. */
export interface Pack {
  readonly automaton: Automaton;
  /** Index in the automaton → index in the set. */
  readonly rules: readonly number[];
}

/**
 * Many patterns that are judged together in time that grows with the text and the number of
 * automata, never with what the text holds.
 */
export class RuleSet {
  private readonly fours: readonly (readonly Pack[])[];

  constructor(private readonly packs: readonly Pack[]) {
    this.fours = packs.flatMap((_, at) => (at % 4 === 0 ? [packs.slice(at, at + 4)] : []));
  }

  /** Indices of patterns that the text holds, at most one a pack, always the same ones. */
  hits({ classes, length }: TextUnits): number[] {
    const hits: number[] = [];
    for (const four of this.fours) {
      // Most texts break no rule: then walking four automata at once is all there is to do.
      if (!walkFour(four, classes, length)) continue;
      for (const { automaton, rules } of four) {
        const rule = rules[walk(automaton, classes, length)];
        if (rule !== undefined) hits.push(rule);
      }
    }
    return hits;
  }

  /** Size of what was built: for logs and for tests of the limits. */
  get size(): { automata: number; states: number } {
    const states = this.packs.reduce((sum, { automaton }) => sum + statesOf(automaton), 0);
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
 * Whether one of up to four automata accepts. Each step of one waits for its memory; side by side
 * the waits overlap, which makes it more than twice as fast.
 */
function walkFour(packs: readonly Pack[], classes: Uint16Array, length: number): boolean {
  const [a, b = a, c = a, d = a] = packs.map(({ automaton }) => automaton);
  if (!a || !b || !c || !d) return false;
  const { width } = a;
  const { next: nextA, firstAccepting: endA } = a;
  const { next: nextB, firstAccepting: endB } = b;
  const { next: nextC, firstAccepting: endC } = c;
  const { next: nextD, firstAccepting: endD } = d;
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
