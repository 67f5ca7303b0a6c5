const NEVER = -1;

/**
 * A pattern as a table that is small: `next[columns[class] + state]`. Classes that it does not tell
 * apart share a column, and it is kept column by column, so that a step is one sum and one look-up.
 */
export interface NarrowAutomaton {
  readonly next: Uint16Array;
  /** Class, and behind the last class the end of the text → where its column begins. */
  readonly columns: Uint16Array;
  /** States that lead on; all others have seen a match. */
  readonly states: number;
}

/** Runs one pattern on a part of a text. */
export class NarrowMatcher {
  /** The state that leads only to itself, {@link NEVER} when there is none; found on first use. */
  private dead: number | undefined;

  constructor(private readonly automaton: NarrowAutomaton) {}

  /** Whether it matches a text that begins at `from` and ends at `to`, both positions in `classes`. */
  accepts(classes: Uint16Array, from: number, to: number): boolean {
    const { next, columns, states } = this.automaton;
    const dead = (this.dead ??= deadStateOf(this.automaton));
    let state = 0;
    for (let index = from; index < to; index++) {
      state = next[(columns[classes[index] as number] as number) + state] as number;
      if (state >= states) return true;
      if (state === dead) return false;
    }
    return (next[(columns.at(-1) ?? 0) + state] ?? 0) >= states;
  }
}

function deadStateOf({ next, states }: NarrowAutomaton): number {
  for (let state = 0; state < states; state++) {
    let at = state;
    while (at < next.length && next[at] === state) at += states;
    if (at >= next.length) return state;
  }
  return NEVER;
}
