/**
 * Runs automata that were built ahead of time: one look-up a character, whatever the pattern or the
 * text. What builds them is `@kenny/linear-match/compile`, an entry of its own because it takes the
 * whole compiler of patterns.
 */
export { Alphabet, type Stretches } from './alphabet.js';
export type { JointTable } from './joint-table.js';
export { NarrowMatcher, type NarrowAutomaton } from './narrow-matcher.js';
export { packNumbers, unpackNumbers } from './packed-numbers.js';
export { PatternSet } from './pattern-set.js';
export { TableReader } from './table-reader.js';
export { TextUnits } from './text-units.js';
