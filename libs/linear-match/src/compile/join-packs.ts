import { ACCEPTS, SIDE_BY_SIDE, type JointTable } from '../run/joint-table.js';
import type { Pack } from './build-packs.js';

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
  const patterns: number[] = [];
  const names = numberStates(packs);
  const states = packs.reduce((sum, { automaton }) => sum + automaton.firstAccepting, 0);
  const width = packs[0]?.automaton.width ?? 0;
  const next = new Uint16Array(width * states);
  packs.forEach(({ automaton, patterns: indices }, pack) => {
    const { firstAccepting, pattern } = automaton;
    const own = names[pack] ?? [];
    pattern.forEach((of, at) => {
      own[firstAccepting + at] = ACCEPTS + patterns.push(indices[of] ?? 0) - 1;
    });
    for (let state = 0; state < firstAccepting; state++)
      for (let column = 0; column < width; column++)
        next[column * states + (own[state] ?? 0)] =
          own[automaton.next[state * width + column] ?? 0] ?? 0;
  });
  return { next, states, automata: packs.length, patterns: Uint16Array.from(patterns) };
}

/** Automaton → state → its number in the table: first those in which they begin. */
function numberStates(packs: readonly Pack[]): number[][] {
  let number = packs.length;
  return packs.map(({ automaton }, pack) =>
    Array.from({ length: automaton.firstAccepting }, (_, state) => (state === 0 ? pack : number++)),
  );
}
