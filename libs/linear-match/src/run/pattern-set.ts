import { ACCEPTS, type JointTable } from './joint-table.js';
import type { TextUnits } from './text-units.js';

/**
 * Many patterns that are searched for together, in time that grows with the text and the number of
 * automata, never with what the text holds.
 */
export class PatternSet {
  constructor(private readonly tables: readonly JointTable[]) {}

  /** Indices of patterns that the text holds, at most one an automaton, always the same ones. */
  hits(text: TextUnits): number[] {
    const hits: number[] = [];
    for (const table of this.tables) {
      // Most texts match nothing: then one walk for all its automata is all there is to do.
      if (!anyAccepts(table, text)) continue;
      for (let first = 0; first < table.automata; first++) {
        const state = walk(table, first, text);
        if (state >= ACCEPTS) hits.push(table.patterns[state - ACCEPTS] as number);
      }
    }
    return hits;
  }

  /** Size of what was built: for logs and for tests of the limits. */
  get size(): { automata: number; states: number } {
    return this.tables.reduce(
      (sum, { automata, states, patterns }) => ({
        automata: sum.automata + automata,
        states: sum.states + states + patterns.length,
      }),
      { automata: 0, states: 0 },
    );
  }
}

/** The state in which an automaton ends that begins in state `first`. */
function walk({ next, states }: JointTable, first: number, { classes, length }: TextUnits): number {
  let state = first;
  for (let index = 0; index < length; index++) {
    state = next[(classes[index] as number) * states + state] as number;
    if (state >= ACCEPTS) return state;
  }
  return next[next.length - states + state] as number;
}

/**
 * Whether one of the automata accepts. Each step of one waits for its memory; side by side the waits
 * overlap, which makes it several times as fast. Where there are fewer some go twice.
 */
function anyAccepts({ next, states, automata }: JointTable, text: TextUnits): boolean {
  const { classes, length } = text;
  let a = 0;
  let b = 1 % automata;
  let c = 2 % automata;
  let d = 3 % automata;
  let e = 4 % automata;
  let f = 5 % automata;
  let g = 6 % automata;
  for (let index = 0; index < length; index++) {
    const column = (classes[index] as number) * states;
    a = next[column + a] as number;
    b = next[column + b] as number;
    c = next[column + c] as number;
    d = next[column + d] as number;
    e = next[column + e] as number;
    f = next[column + f] as number;
    g = next[column + g] as number;
    if (((a | b | c | d | e | f | g) & ACCEPTS) !== 0) return true;
  }
  const theEnd = next.length - states;
  return [a, b, c, d, e, f, g].some((state) => (next[theEnd + state] as number) >= ACCEPTS);
}
