import { NO_MATCH } from './automaton.js';

const SMALL = 24;

/**
 * The states found so far, each a set of instructions with what was seen before it. Sets are put
 * together with `collect` and named with `add`. Most of the time that building takes goes by here.
 */
export class StateTable {
  /** Steps so far. */
  work = 0;
  private readonly sets: Int32Array[] = [];
  private readonly befores: number[] = [];
  private readonly patterns: number[] = [];
  private readonly byHash = new Map<number, number[]>();
  private readonly stamps: Int32Array;
  private readonly scratch: Int32Array;
  private stamp = 1;
  private length = 0;

  /** Smallest pattern that the collected set matches already. */
  private collected = NO_MATCH;

  /**
   * @param instructions how many there are
   * @param endsPattern instruction → the pattern that it ends, else {@link NO_MATCH}
   */
  constructor(
    instructions: number,
    private readonly endsPattern: Uint16Array,
  ) {
    this.stamps = new Int32Array(instructions);
    this.scratch = new Int32Array(instructions);
  }

  get count(): number {
    return this.sets.length;
  }

  pcsOf(state: number): Int32Array {
    return this.sets[state] ?? new Int32Array(0);
  }

  beforeOf(state: number): number {
    return this.befores[state] ?? 0;
  }

  patternOf(state: number): number {
    return this.patterns[state] ?? NO_MATCH;
  }

  /** Puts instructions into the set that the next `add` names. */
  collect(pcs: readonly number[]): void {
    this.work += pcs.length;
    for (const pc of pcs) {
      if (this.stamps[pc] === this.stamp) continue;
      this.stamps[pc] = this.stamp;
      this.scratch[this.length++] = pc;
      this.collected = Math.min(this.collected, this.endsPattern[pc] ?? NO_MATCH);
    }
  }

  /** Number of the state with the collected set; a state that has seen a match is nothing else. */
  add(before: number, seen: number): number {
    const pattern = Math.min(seen, this.collected);
    this.collected = NO_MATCH;
    const accepting = pattern !== NO_MATCH;
    const set = this.scratch.subarray(0, accepting ? 0 : this.length);
    sort(set);
    const context = accepting ? 0 : before;
    this.work += 4 + this.length;
    this.length = 0;
    this.stamp++;
    const hash = hashOf(set, context, pattern);
    const same = this.byHash.get(hash);
    const known = same?.find((state) => this.is(state, set, context, pattern));
    if (known !== undefined) return known;
    const state = this.sets.length;
    if (same) same.push(state);
    else this.byHash.set(hash, [state]);
    this.sets.push(set.slice());
    this.befores.push(context);
    this.patterns.push(pattern);
    return state;
  }

  private is(state: number, set: Int32Array, before: number, pattern: number): boolean {
    const own = this.pcsOf(state);
    if (
      own.length !== set.length ||
      this.befores[state] !== before ||
      this.patterns[state] !== pattern
    )
      return false;
    for (let index = 0; index < set.length; index++) if (own[index] !== set[index]) return false;
    return true;
  }
}

function hashOf(set: Int32Array, before: number, pattern: number): number {
  let hash = Math.imul(pattern ^ 0x9e37, 0x85ebca6b) ^ before;
  for (let index = 0; index < set.length; index++)
    hash = Math.imul(hash ^ (set[index] ?? 0), 0x01000193) ^ (hash >>> 15);
  return hash;
}

function sort(set: Int32Array): void {
  if (set.length > SMALL) {
    set.sort();
    return;
  }
  for (let index = 1; index < set.length; index++) {
    const value = set[index] ?? 0;
    let at = index - 1;
    for (; at >= 0 && (set[at] ?? 0) > value; at--) set[at + 1] = set[at] ?? 0;
    set[at + 1] = value;
  }
}
