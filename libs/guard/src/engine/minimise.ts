import type { Automaton, NarrowAutomaton } from './automaton.js';

/**
 * The smallest automaton that accepts the same texts with the same rules: states that no text can
 * tell apart become one. They are numbered in the order in which they are reached, so that the same
 * language always has the same table.
 */
export function minimise(automaton: Automaton): Automaton {
  const { next, width, firstAccepting, rule } = automaton;
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
  return {
    next: rows,
    width,
    firstAccepting: plain.length,
    rule: Uint16Array.from(accepting, (block) => rule[(member[block] ?? 0) - firstAccepting] ?? 0),
  };
}

/**
 * State → number of its block (Moore): states begin apart by the rule that they have seen, and are
 * parted as long as a character leads them into different blocks.
 */
function blocksOf({ next, width, firstAccepting, rule }: Automaton): Uint16Array {
  let blocks: Uint16Array = new Uint16Array(firstAccepting + rule.length);
  const seen = new Map<number, number>();
  rule.forEach((of, at) => {
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

/** Gives classes that no state tells apart one column. */
export function narrow({ next, width, firstAccepting, rule }: Automaton): NarrowAutomaton {
  const numbers = new Map<string, number>();
  const columns = Uint16Array.from({ length: width }, (_, column) => {
    const targets: number[] = [];
    for (let at = column; at < next.length; at += width) targets.push(next[at] ?? 0);
    return numberOf(targets.join(), numbers);
  });
  const least = numbers.size;
  const rows = new Uint16Array(firstAccepting * least);
  for (let state = 0; state < firstAccepting; state++)
    columns.forEach((to, column) => {
      rows[state * least + to] = next[state * width + column] ?? 0;
    });
  return { next: rows, width: least, columns, firstAccepting, rule };
}

function numberOf(key: string, numbers: Map<string, number>): number {
  let number = numbers.get(key);
  if (number === undefined) numbers.set(key, (number = numbers.size));
  return number;
}
