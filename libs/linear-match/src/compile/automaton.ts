/** Nothing matched. Larger than every pattern's index, so that the smallest match wins. */
export const NO_MATCH = 0xffff;

/** Patterns as one table, as they are built: `next[state * width + class]`. */
export interface Automaton {
  readonly next: Uint16Array;
  /** Columns: the classes and the end of the text. */
  readonly width: number;
  /** States from here on have seen a match; they lead nowhere and have no row. */
  readonly firstAccepting: number;
  /** Accepting state (counted from the first) → smallest index of the patterns that match there. */
  readonly pattern: Uint16Array;
}

/** States that lead on and states that accept. */
export const statesOf = ({ firstAccepting, pattern }: Automaton): number =>
  firstAccepting + pattern.length;
