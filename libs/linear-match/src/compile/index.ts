/** Compiles patterns in RE2 syntax to automata, and writes them as numbers for `TableReader`. */
export { statesOf } from './automaton.js';
export { buildPacks, type SetLimits } from './build-packs.js';
export { CharacterClasses } from './character-classes.js';
export { determinize } from './determinize.js';
export { joinPacks } from './join-packs.js';
export { minimise, narrow } from './minimise.js';
export { surveyPattern, type Survey } from './pattern-survey.js';
export { compileProgram, stopsAt, type Program } from './program.js';
export { TableWriter } from './table-writer.js';
