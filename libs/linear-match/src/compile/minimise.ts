import type { NarrowAutomaton } from '../run/index.js';
import type { Automaton } from './automaton.js';

/** Where a column begins must fit into 16 bits. */
const NARROW_CELLS = 0x10000;

/**
 * The smallest automaton that accepts the same texts with the same patterns: states that no text can
 * tell apart become one. The same language always has the same table.
 */
export function minimise(automaton: Automaton): Automaton {
  const { next, width, firstAccepting, pattern } = automaton;
  const blocks = blocksOf(automaton);
  const member: number[] = [];
  blocks.forEach((block, state) => (member[block] ??= state));
  const plain: number[] = [];
  const accepting: number[] = [];
  const names = new Map<number, number>();
  const reach = (block: number): void => {
    if (names.has(block)) return;
    const list = (member[block] ?? 0) < firstAccepting ? plain : accepting;
    names.set(block, list.push(block) - 1);
  };
  reach(blocks[0] ?? 0);
  for (let at = 0; at < plain.length; at++) {
    const row = (member[plain[at] ?? 0] ?? 0) * width;
    for (let column = 0; column < width; column++) reach(blocks[next[row + column] ?? 0] ?? 0);
  }
  const nameOf = (state: number): number =>
    (names.get(blocks[state] ?? 0) ?? 0) + (state < firstAccepting ? 0 : plain.length);
  const rows = new Uint16Array(plain.length * width);
  plain.forEach((block, name) => {
    const row = (member[block] ?? 0) * width;
    for (let column = 0; column < width; column++)
      rows[name * width + column] = nameOf(next[row + column] ?? 0);
  });
  return arrange({
    next: rows,
    width,
    firstAccepting: plain.length,
    pattern: Uint16Array.from(
      accepting,
      (block) => pattern[(member[block] ?? 0) - firstAccepting] ?? 0,
    ),
  });
}

/**
 * Numbers the states so that those with similar rows are neighbours, which halves what a table takes
 * once it is deflated. It still begins in the first one.
 * @param automaton numbered in the order in which its states are reached
 */
function arrange({ next, width, firstAccepting, pattern }: Automaton): Automaton {
  const rowOf = (state: number) => next.subarray(state * width, (state + 1) * width);
  const others = Array.from({ length: firstAccepting - 1 }, (_, index) => index + 1);
  const order = [0, ...others.sort((a, b) => compare(rowOf(a), rowOf(b)))];
  const names = new Uint16Array(firstAccepting + pattern.length).map((_, state) => state);
  order.forEach((state, name) => (names[state] = name));
  const rows = new Uint16Array(next.length);
  order.forEach((state, name) => {
    rows.set(
      rowOf(state).map((target) => names[target] ?? 0),
      name * width,
    );
  });
  return { next: rows, width, firstAccepting, pattern };
}

function compare(a: Uint16Array, b: Uint16Array): number {
  const at = a.findIndex((number, index) => number !== b[index]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

/**
 * State → number of its block (Moore): states begin apart by the pattern that they have seen, and are
 * parted as long as a character leads them into different blocks.
 */
function blocksOf({ next, width, firstAccepting, pattern }: Automaton): Uint16Array {
  let blocks: Uint16Array = new Uint16Array(firstAccepting + pattern.length);
  const seen = new Map<number, number>();
  pattern.forEach((of, at) => {
    if (!seen.has(of)) seen.set(of, seen.size + 1);
    blocks[firstAccepting + at] = seen.get(of) ?? 0;
  });
  for (let count = seen.size + 1; ;) {
    const numbers = new Map<string, number>();
    const parted = new Uint16Array(blocks.length);
    for (let state = 0; state < firstAccepting; state++) {
      const row = next.subarray(state * width, (state + 1) * width);
      const key = `${blocks[state]}:${row.map((target) => blocks[target] ?? 0).join()}`;
      parted[state] = numberOf(key, numbers);
    }
    for (let state = firstAccepting; state < blocks.length; state++)
      parted[state] = numberOf(`accepts ${blocks[state]}`, numbers);
    if (numbers.size === count) return parted;
    count = numbers.size;
    blocks = parted;
  }
}

/**
 * The table of one pattern, column by column; classes that no state tells apart get one column.
 * @throws Error when it is too large for its numbers
 */
export function narrow({ next, width, firstAccepting: states }: Automaton): NarrowAutomaton {
  const numbers = new Map<string, number>();
  const cells: number[] = [];
  const columns = Array.from({ length: width }, (_, column) => {
    const targets = Array.from({ length: states }, (_, state) => next[state * width + column] ?? 0);
    const number = numberOf(targets.join(), numbers);
    if (number * states === cells.length) cells.push(...targets);
    return number * states;
  });
  if (cells.length > NARROW_CELLS) throw new Error('a pattern is too complex for a narrow table');
  return { next: Uint16Array.from(cells), columns: Uint16Array.from(columns), states };
}

function numberOf(key: string, numbers: Map<string, number>): number {
  let number = numbers.get(key);
  if (number === undefined) numbers.set(key, (number = numbers.size));
  return number;
}
