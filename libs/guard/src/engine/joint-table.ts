import type { Automaton } from './automaton.js';

/** Some patterns in one automaton. */
export interface Pack {
  readonly automaton: Automaton;
  /** Index in the automaton → index in the set. */
  readonly rules: readonly number[];
}

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
  /** Accepting state without {@link ACCEPTS} → index of the rule that matches there. */
  readonly rules: Uint16Array;
}

/** Puts automata into as few tables as they take. */
export function joinPacks(packs: readonly Pack[]): JointTable[] {
  const lots: Pack[][] = [];
  let states = ACCEPTS;
  for (const pack of packs) {
    const lot = lots.at(-1);
    states += pack.automaton.firstAccepting;
    if (lot && lot.length < SIDE_BY_SIDE && states <= ACCEPTS) lot.push(pack);
    else {
      lots.push([pack]);
      states = pack.automaton.firstAccepting;
    }
  }
  return lots.map(join);
}

function join(packs: readonly Pack[]): JointTable {
  const rules: number[] = [];
  const names = numberStates(packs);
  const states = packs.reduce((sum, { automaton }) => sum + automaton.firstAccepting, 0);
  const width = packs[0]?.automaton.width ?? 0;
  const next = new Uint16Array(width * states);
  packs.forEach(({ automaton, rules: indices }, pack) => {
    const { firstAccepting, rule } = automaton;
    const own = names[pack] ?? [];
    rule.forEach((of, at) => {
      own[firstAccepting + at] = ACCEPTS + rules.push(indices[of] ?? 0) - 1;
    });
    for (let state = 0; state < firstAccepting; state++)
      for (let column = 0; column < width; column++)
        next[column * states + (own[state] ?? 0)] =
          own[automaton.next[state * width + column] ?? 0] ?? 0;
  });
  return { next, states, automata: packs.length, rules: Uint16Array.from(rules) };
}

/** Automaton → state → its number in the table: first those in which they begin. */
function numberStates(packs: readonly Pack[]): number[][] {
  let number = packs.length;
  return packs.map(({ automaton }, pack) =>
    Array.from({ length: automaton.firstAccepting }, (_, state) => (state === 0 ? pack : number++)),
  );
}
