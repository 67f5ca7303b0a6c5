/** No rule was hit. Larger than every rule's index, so that the smallest hit wins. */
export const NO_RULE = 0xffff;

/** Patterns as one table, as they are built: `next[state * width + class]`. */
export interface Automaton {
  readonly next: Uint16Array;
  /** Columns: the classes and the end of the text. */
  readonly width: number;
  /** States from here on have seen a match; they lead nowhere and have no row. */
  readonly firstAccepting: number;
  /** Accepting state (counted from the first) → smallest index of the patterns that match there. */
  readonly rule: Uint16Array;
}

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

/** States that lead on and states that accept. */
export const statesOf = ({ firstAccepting, rule }: Automaton): number =>
  firstAccepting + rule.length;
