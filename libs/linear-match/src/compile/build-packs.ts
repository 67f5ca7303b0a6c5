import { statesOf, type Automaton } from './automaton.js';
import type { CharacterClasses } from './character-classes.js';
import { determinize, type Budget } from './determinize.js';
import type { Program } from './program.js';

/** Some patterns in one automaton. */
export interface Pack {
  readonly automaton: Automaton;
  /** Index in the automaton → index in the set. */
  readonly patterns: readonly number[];
}

/** What a set may cost to build, and so what it may cost to match with it. */
export interface SetLimits {
  /** Automata that a text is walked through. */
  automata: number;
  states: number;
  work: number;
}

/**
 * Builds automata for patterns that are searched for together.
 * @param groups indices of programs that share an automaton; what does not fit together is split
 * @returns also the indices of programs that did not fit into the limits, ascending
 */
export function buildPacks(
  programs: readonly (Program | undefined)[],
  classes: CharacterClasses,
  limits: SetLimits,
  groups: readonly (readonly number[])[] = [programs.map((_, index) => index)],
): { packs: Pack[]; refused: number[] } {
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
      const patterns = group.slice(next, next + size);
      const chosen = patterns.flatMap((pattern) => programs[pattern] ?? []);
      const automaton = determinize(chosen, classes, budget);
      if (!automaton && size > 1) {
        size >>= 1;
        continue;
      }
      if (automaton) packs.push({ automaton, patterns });
      else refused.push(...patterns);
      next += size;
      // What fits easily may come in larger lots.
      if (automaton && statesOf(automaton) < limits.states / 4) size *= 2;
    }
  }
  return { packs, refused: refused.sort((a, b) => a - b) };
}
