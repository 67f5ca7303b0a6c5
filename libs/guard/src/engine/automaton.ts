/** No rule was hit. Larger than every rule's index, so that the smallest hit wins. */
export const NO_RULE = 0xffff;

/**
 * Patterns as one table: `next[state * width + class]`. Walking it costs the same for every text,
 * whatever the patterns are.
 */
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
 * An automaton in which classes that it does not tell apart share a column:
 * `next[state * width + columns[class]]`. Less than half as large, but slower to walk.
 */
export interface NarrowAutomaton extends Automaton {
  /** Class, and behind the last class the end of the text → column. */
  readonly columns: Uint16Array;
}

/** States that lead on and states that accept. */
export const statesOf = ({ firstAccepting, rule }: Automaton): number =>
  firstAccepting + rule.length;
