import { RE2Set } from 're2js';

/** What one instruction of a compiled pattern does. */
export type Operation = 'alternative' | 'pass' | 'assert' | 'rune' | 'match' | 'fail';

/** Code points as a flat list `[low, high, low, high, …]`, ascending and disjoint. */
export type Ranges = readonly number[];

export interface Instruction {
  readonly operation: Operation;
  /** Where it goes on. */
  readonly out: number;
  /** `alternative`: the other way out. `assert`: its conditions, bits of {@link ASSERT}. */
  readonly argument: number;
  /** `rune`: what it accepts. */
  readonly ranges: Ranges;
}

/** One pattern as RE2 compiled it. */
export interface Program {
  readonly start: number;
  readonly instructions: readonly Instruction[];
}

/** Zero-width conditions as RE2 numbers them (RE2 `EmptyOp`). */
export const ASSERT = {
  lineStart: 1,
  lineEnd: 2,
  textStart: 4,
  textEnd: 8,
  wordBoundary: 16,
  noWordBoundary: 32,
} as const;

const LAST_CODE_POINT = 0x10ffff;
const FOLD_CASE = 1;
const NEWLINE = 10;
const FAIL: Instruction = { operation: 'fail', out: 0, argument: 0, ranges: [] };

interface RawInstruction {
  readonly op: number;
  readonly out: number;
  readonly arg: number;
  readonly runes: Int32Array;
  matchRune(rune: number): boolean;
}

/**
 * Parses and compiles one pattern with re2js and reads the program it made (ADR 0006).
 * @throws RE2JSException when the pattern is not RE2 syntax.
 */
export function compileProgram(pattern: string): Program {
  const set = new RE2Set();
  set.add(pattern);
  set.compile();
  const raw = set.prog.inst as readonly RawInstruction[];
  const opcodes = opcodesOf(raw);
  return {
    start: set.prog.start,
    instructions: raw.map((instruction) => readInstruction(instruction, opcodes)),
  };
}

/** re2js keeps its opcodes as statics of the instruction class; read them rather than copy them. */
function opcodesOf(raw: readonly RawInstruction[]): ReadonlyMap<number, string> {
  const statics = Object.entries(raw[0]?.constructor ?? {});
  const opcodes = new Map<number, string>();
  for (const [name, value] of statics) if (typeof value === 'number') opcodes.set(value, name);
  return opcodes;
}

function readInstruction(raw: RawInstruction, opcodes: ReadonlyMap<number, string>): Instruction {
  const plain = (operation: Operation, ranges: Ranges = []): Instruction => ({
    operation,
    out: raw.out,
    argument: raw.arg,
    ranges,
  });
  switch (opcodes.get(raw.op)) {
    case 'ALT':
    case 'ALT_MATCH':
      return plain('alternative');
    case 'CAPTURE':
    case 'NOP':
      return plain('pass');
    case 'EMPTY_WIDTH':
      return plain('assert');
    case 'FAIL':
      return plain('fail');
    case 'MATCH':
      return plain('match');
    case 'RUNE':
    case 'RUNE1':
      return plain('rune', rangesOf(raw));
    case 'RUNE_ANY':
      return plain('rune', [0, LAST_CODE_POINT]);
    case 'RUNE_ANY_NOT_NL':
      return plain('rune', [0, NEWLINE - 1, NEWLINE + 1, LAST_CODE_POINT]);
    default:
      throw new Error(`re2js compiled to an unknown instruction: ${raw.op}`);
  }
}

/** Whether a pattern looks at nothing behind one of these characters: where it takes one, it is done. */
export function stopsAt({ instructions }: Program, characters: string): boolean {
  const endsAt = (from: number): boolean => {
    const { operation, out, argument } = instructions[from] ?? FAIL;
    if (operation === 'alternative') return endsAt(out) && endsAt(argument);
    return operation === 'pass' ? endsAt(out) : operation === 'match' || operation === 'fail';
  };
  const runes = [...characters].map((char) => char.charCodeAt(0));
  return instructions.every(
    ({ operation, ranges, out }) =>
      operation !== 'rune' || !runes.some((rune) => holds(ranges, rune)) || endsAt(out),
  );
}

function holds(ranges: Ranges, rune: number): boolean {
  for (let index = 0; index < ranges.length; index += 2)
    if ((ranges[index] ?? 0) <= rune && rune <= (ranges[index + 1] ?? -1)) return true;
  return false;
}

function rangesOf(raw: RawInstruction): Ranges {
  const [first] = raw.runes;
  if (raw.runes.length !== 1 || first === undefined) return Array.from(raw.runes);
  const orbit = (raw.arg & FOLD_CASE) === 0 ? [first] : foldsOf(first, raw);
  return orbit.flatMap((rune) => [rune, rune]);
}

/** Every code point that differs from `rune` in case only, `rune` included, ascending. */
function foldsOf(rune: number, raw: RawInstruction): number[] {
  if (rune < 0x80) return foldsOfAscii(rune);
  const family = caseFamilies().get(String.fromCodePoint(rune).toUpperCase()) ?? [];
  const folds = new Set([rune, ...family.filter((other) => raw.matchRune(other))]);
  return [...folds].sort((a, b) => a - b);
}

/** Long s and the Kelvin sign are the two letters outside ASCII that fold into it. */
function foldsOfAscii(rune: number): number[] {
  const lower = rune | 0x20;
  if (lower < 0x61 || lower > 0x7a) return [rune];
  const beyond = { 0x6b: [0x212a], 0x73: [0x17f] }[lower] ?? [];
  return [lower - 0x20, lower, ...beyond];
}

let families: Map<string, number[]> | undefined;

/** Letters with the same capital, made on first use: few patterns hold letters beyond ASCII. */
function caseFamilies(): Map<string, number[]> {
  if (families) return families;
  families = new Map();
  for (let rune = 0x41; rune < 0x1ffff; rune++) {
    const text = String.fromCodePoint(rune);
    if (text.toUpperCase() === text && text.toLowerCase() === text) continue;
    for (const key of new Set([text.toUpperCase(), text.toLowerCase().toUpperCase()])) {
      const family = families.get(key);
      if (family) family.push(rune);
      else families.set(key, [rune]);
    }
  }
  return families;
}
