import { NO_MATCH } from './automaton.js';
import { KIND, type CharacterClasses } from './character-classes.js';
import { ASSERT, type Operation, type Program } from './program.js';

/** Kinds of neighbours that zero-width conditions can tell apart. */
const NEIGHBOURS = 4;

/**
 * Several programs side by side. A state of the automaton is a set of its instructions; only leaves
 * (`rune` and `match`) do something, everything else is passed through at once.
 */
export class Nfa {
  readonly operation: Operation[] = [];
  readonly out: number[] = [];
  readonly starts: number[] = [];
  /** Whether any pattern asks what stands before or after. */
  readonly asserting: boolean;
  /** Kinds of characters to tell apart: one when no pattern asks. */
  readonly kinds: readonly number[];
  private readonly asksWords: boolean;
  private readonly asksLines: boolean;
  private readonly argument: number[] = [];
  private readonly accepted: (readonly number[])[] = [];
  private readonly patternOf: number[] = [];
  private readonly rests: (readonly number[] | undefined)[] = [];
  private readonly reached = new Map<number, readonly number[]>();
  /** Steps that closures have cost so far. */
  work = 0;

  constructor(
    programs: readonly Program[],
    private readonly classes: CharacterClasses,
  ) {
    programs.forEach((program, pattern) => this.append(program, pattern));
    this.asserting = this.operation.includes('assert');
    const asked = this.operation.reduce(
      (bits, operation, pc) => (operation === 'assert' ? bits | (this.argument[pc] ?? 0) : bits),
      0,
    );
    this.asksWords = (asked & (ASSERT.wordBoundary | ASSERT.noWordBoundary)) !== 0;
    this.asksLines = (asked & (ASSERT.lineStart | ASSERT.lineEnd)) !== 0;
    const kinds: number[] = [KIND.other];
    if (this.asksWords) kinds.push(KIND.word);
    if (this.asksLines) kinds.push(KIND.newline);
    this.kinds = kinds;
  }

  get size(): number {
    return this.out.length;
  }

  kindOf(cls: number): number {
    const kind = this.classes.kinds[cls] ?? KIND.other;
    if (kind === KIND.word) return this.asksWords ? kind : KIND.other;
    return this.asksLines ? kind : KIND.other;
  }

  isLeaf(pc: number): boolean {
    return this.operation[pc] === 'rune' || this.operation[pc] === 'match';
  }

  /** Classes that a leaf accepts. */
  classesOf(leaf: number): readonly number[] {
    return this.accepted[leaf] ?? [];
  }

  /** Instruction → index of the pattern that it ends, else {@link NO_MATCH}. */
  get endings(): Uint16Array {
    return Uint16Array.from(this.operation, (operation, pc) =>
      operation === 'match' ? (this.patternOf[pc] ?? NO_MATCH) : NO_MATCH,
    );
  }

  /** Smallest index of the patterns that end at one of the leaves. */
  patternAt(leaves: readonly number[]): number {
    let pattern = NO_MATCH;
    for (const leaf of leaves)
      if (this.operation[leaf] === 'match')
        pattern = Math.min(pattern, this.patternOf[leaf] ?? NO_MATCH);
    return pattern;
  }

  /** What a state keeps after `leaf`: leaves, unless a condition needs the next character. */
  after(leaf: number): readonly number[] {
    return this.resting(this.out[leaf] ?? 0);
  }

  /** What a state keeps that begins at `pc`. */
  resting(pc: number): readonly number[] {
    let rest = this.rests[pc];
    if (!rest) {
      const { leaves, asserts } = this.closure(pc, -1);
      rest = asserts ? [pc] : leaves;
      this.rests[pc] = rest;
    }
    return rest;
  }

  /** Leaves of a state between characters of two kinds. */
  leavesOf(pcs: Iterable<number>, before: number, after: number): number[] {
    const leaves: number[] = [];
    for (const pc of pcs)
      if (this.isLeaf(pc)) leaves.push(pc);
      else leaves.push(...this.leavesBehind(pc, before, after));
    return leaves;
  }

  private leavesBehind(pc: number, before: number, after: number): readonly number[] {
    const key = (pc * NEIGHBOURS + before) * NEIGHBOURS + after;
    let leaves = this.reached.get(key);
    if (!leaves) {
      leaves = this.closure(pc, conditions(before, after)).leaves;
      this.reached.set(key, leaves);
    }
    return leaves;
  }

  private append({ start, instructions }: Program, pattern: number): void {
    const offset = this.out.length;
    this.starts.push(offset + start);
    for (const { operation, out, argument, ranges } of instructions) {
      this.operation.push(operation);
      this.out.push(offset + out);
      this.argument.push(operation === 'alternative' ? offset + argument : argument);
      this.accepted.push(operation === 'rune' ? this.classes.classesOf(ranges) : []);
      this.patternOf.push(pattern);
    }
  }

  private closure(from: number, met: number): { leaves: number[]; asserts: boolean } {
    const seen = new Set<number>();
    const leaves: number[] = [];
    let asserts = false;
    const open = [from];
    for (let pc = open.pop(); pc !== undefined; pc = open.pop()) {
      if (seen.has(pc)) continue;
      seen.add(pc);
      const operation = this.operation[pc];
      if (this.isLeaf(pc)) leaves.push(pc);
      else if (operation === 'assert') {
        asserts = true;
        if (((this.argument[pc] ?? 0) & ~met) === 0) open.push(this.out[pc] ?? 0);
      } else if (operation !== 'fail') {
        open.push(this.out[pc] ?? 0);
        if (operation === 'alternative') open.push(this.argument[pc] ?? 0);
      }
    }
    this.work += seen.size;
    return { leaves, asserts };
  }
}

/** Zero-width conditions that hold between a character of one kind and one of another. */
function conditions(before: number, after: number): number {
  const word = (before === KIND.word) !== (after === KIND.word);
  let met: number = word ? ASSERT.wordBoundary : ASSERT.noWordBoundary;
  if (before === KIND.edge) met |= ASSERT.textStart | ASSERT.lineStart;
  if (before === KIND.newline) met |= ASSERT.lineStart;
  if (after === KIND.edge) met |= ASSERT.textEnd | ASSERT.lineEnd;
  if (after === KIND.newline) met |= ASSERT.lineEnd;
  return met;
}
