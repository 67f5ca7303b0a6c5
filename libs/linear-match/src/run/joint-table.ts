/** Set in the number of a state that has seen a match. */
export const ACCEPTS = 0x8000;
/** As many automata as a processor keeps in its registers. */
export const SIDE_BY_SIDE = 7;

/**
 * Up to {@link SIDE_BY_SIDE} automata in one table, column by column: `next[class * states + state]`.
 * A step is one sum and one look-up, and it costs the same for every text, whatever the patterns
 * are. Behind the last class is the column for the end of the text.
 */
export interface JointTable {
  readonly next: Uint16Array;
  /** States that lead on, of all automata. The first ones are those in which each begins. */
  readonly states: number;
  readonly automata: number;
  /** Accepting state without {@link ACCEPTS} → index of the pattern that matches there. */
  readonly patterns: Uint16Array;
}
