import { NO_MATCH, type Automaton } from './automaton.js';
import { KIND, type CharacterClasses } from './character-classes.js';
import { Nfa } from './nfa.js';
import type { Program } from './program.js';
import { StateTable } from './state-table.js';

/** What building may cost; counted, not timed, so that every machine decides alike. */
export interface Budget {
  /** States of one automaton. */
  states: number;
  /** Steps that are left for all automata together. */
  work: number;
}

const MAX_INSTRUCTIONS = 0xfff0;
/** A leaf that accepts more classes than this is wide: it hardly tells classes apart. */
const NARROW = 6;
const UNKNOWN = -1;

/** Where a match may begin: anywhere, or only where the walk begins. */
export type Search = 'anywhere' | 'here';

/**
 * Builds the whole automaton ahead of time (subset construction), so that no text can make it grow
 * while somebody waits (ADR 0006).
 * @returns undefined when the budget does not suffice: split the patterns, or refuse one.
 */
export function determinize(
  programs: readonly Program[],
  classes: CharacterClasses,
  budget: Budget,
  search: Search = 'anywhere',
): Automaton | undefined {
  const nfa = new Nfa(programs, classes);
  if (nfa.size > MAX_INSTRUCTIONS) return undefined;
  return new Builder(nfa, classes, budget, search).build();
}

class Builder {
  private readonly width: number;
  private readonly states: StateTable;
  private readonly rows: (Uint16Array | undefined)[] = [];
  /** `before * width + class` → which of `begun`: where the patterns' beginnings lead. */
  private readonly beginnings: number[] = [];
  private readonly begun: (readonly number[])[] = [];
  /** `before * 4 + after` → smallest pattern that matches nothing at all there. */
  private readonly emptyMatches: number[] = [];
  /** Class → narrow leaves of the state at work that accept it. */
  private readonly narrow: number[][];
  private readonly touched: number[] = [];
  /** Class → group of classes that the wide leaves do not tell apart; group → its wide leaves. */
  private readonly groupOf: Uint16Array;
  private groups: number[][] = [[]];

  constructor(
    private readonly nfa: Nfa,
    private readonly classes: CharacterClasses,
    private readonly budget: Budget,
    private readonly search: Search,
  ) {
    this.width = classes.count + 1;
    this.states = new StateTable(nfa.size, nfa.endings);
    this.narrow = Array.from({ length: classes.count }, () => []);
    this.groupOf = new Uint16Array(classes.count);
  }

  build(): Automaton | undefined {
    const { nfa, states, budget } = this;
    const befores = nfa.asserting ? [KIND.other, KIND.word, KIND.newline, KIND.edge] : [KIND.other];
    for (const before of befores) this.findBeginnings(before);
    if (this.search === 'here') for (const pc of nfa.starts) states.collect(nfa.resting(pc));
    states.add(nfa.asserting ? KIND.edge : KIND.other, NO_MATCH);
    // A pattern that matches before the first character has no place among states that lead on.
    if (states.patternOf(0) !== NO_MATCH) return undefined;
    for (let state = 0; state < states.count; state++) {
      if (states.count > budget.states || budget.work < states.work + nfa.work) {
        budget.work -= states.work + nfa.work;
        return undefined;
      }
      this.rows.push(states.patternOf(state) === NO_MATCH ? this.rowOf(state) : undefined);
    }
    budget.work -= states.work + nfa.work;
    return this.finish();
  }

  private findBeginnings(before: number): void {
    const { nfa } = this;
    const starts = this.search === 'anywhere' ? nfa.starts : [];
    const lists = Array.from({ length: this.width }, (): Set<number> => new Set());
    for (const after of nfa.kinds) {
      for (const leaf of nfa.leavesOf(starts, before, after))
        for (const cls of nfa.classesOf(leaf))
          if (nfa.kindOf(cls) === after) for (const pc of nfa.after(leaf)) lists[cls]?.add(pc);
    }
    const numbers = new Map<string, number>();
    for (const list of lists) {
      const key = [...list].sort((a, b) => a - b).join();
      let number = numbers.get(key);
      if (number === undefined) {
        number = this.begun.push([...list]) - 1;
        numbers.set(key, number);
      }
      this.beginnings.push(number);
    }
    for (const after of [KIND.other, KIND.word, KIND.newline, KIND.edge])
      this.emptyMatches.push(nfa.patternAt(nfa.leavesOf(starts, before, after)));
  }

  private rowOf(state: number): Uint16Array {
    const { nfa, states } = this;
    const row = new Uint16Array(this.width);
    const before = states.beforeOf(state);
    for (const after of nfa.kinds) {
      const leaves = nfa.leavesOf(states.pcsOf(state), before, after);
      const pattern = this.patternAt(leaves, before, after);
      this.spread(leaves);
      this.fill(row, before, after, pattern);
      for (const cls of this.touched) this.narrow[cls] = [];
      this.touched.length = 0;
    }
    const last = nfa.leavesOf(states.pcsOf(state), before, KIND.edge);
    row[this.classes.count] = states.add(KIND.other, this.patternAt(last, before, KIND.edge));
    return row;
  }

  private patternAt(leaves: readonly number[], before: number, after: number): number {
    return Math.min(this.emptyMatches[before * 4 + after] ?? NO_MATCH, this.nfa.patternAt(leaves));
  }

  /** Notes for every class which of the leaves accept it. */
  private spread(leaves: readonly number[]): void {
    this.groupOf.fill(0);
    this.groups = [[]];
    for (const leaf of leaves) {
      const classes = this.nfa.classesOf(leaf);
      if (classes.length > NARROW) this.splitGroups(leaf, classes);
      else
        for (const cls of classes) {
          this.narrow[cls]?.push(leaf);
          this.touched.push(cls);
        }
    }
  }

  private splitGroups(leaf: number, classes: readonly number[]): void {
    const { groupOf, groups } = this;
    const split: number[] = [];
    for (const cls of classes) {
      const old = groupOf[cls] as number;
      let group = split[old];
      if (group === undefined) {
        group = groups.push([...(groups[old] ?? []), leaf]) - 1;
        split[old] = group;
      }
      groupOf[cls] = group;
    }
  }

  private fill(row: Uint16Array, before: number, after: number, pattern: number): void {
    const { nfa, groupOf, narrow, width } = this;
    const known = new Int32Array(this.groups.length * this.begun.length).fill(UNKNOWN);
    for (let cls = 0; cls < this.classes.count; cls++) {
      if (nfa.kindOf(cls) !== after) continue;
      const begun = this.beginnings[before * width + cls] ?? 0;
      const own = narrow[cls] as number[];
      if (own.length > 0) {
        row[cls] = this.target(cls, begun, own, after, pattern);
        continue;
      }
      const key = (groupOf[cls] as number) * this.begun.length + begun;
      let target = known[key] as number;
      if (target === UNKNOWN) {
        target = this.target(cls, begun, own, after, pattern);
        known[key] = target;
      }
      row[cls] = target;
    }
  }

  private target(
    cls: number,
    begun: number,
    own: readonly number[],
    after: number,
    pattern: number,
  ): number {
    const { nfa, states } = this;
    if (pattern === NO_MATCH) {
      for (const leaf of this.groups[this.groupOf[cls] ?? 0] ?? []) states.collect(nfa.after(leaf));
      for (const leaf of own) states.collect(nfa.after(leaf));
      states.collect(this.begun[begun] ?? []);
    }
    return states.add(after, pattern);
  }

  /** Renumbers the states so that one comparison tells the accepting ones. */
  private finish(): Automaton {
    const { states, width } = this;
    const all = Array.from({ length: states.count }, (_, state) => state);
    const plain = all.filter((state) => states.patternOf(state) === NO_MATCH);
    const accepting = all.filter((state) => states.patternOf(state) !== NO_MATCH);
    const renamed = new Uint16Array(states.count);
    [...plain, ...accepting].forEach((state, name) => (renamed[state] = name));
    const next = new Uint16Array(plain.length * width);
    plain.forEach((state, name) => {
      this.rows[state]?.forEach((target, cls) => {
        next[name * width + cls] = renamed[target] ?? 0;
      });
    });
    return {
      next,
      width,
      firstAccepting: plain.length,
      pattern: Uint16Array.from(accepting, (state) => states.patternOf(state)),
    };
  }
}
