import type { RuleTables } from './rule-tables.js';

/** Tables as one list of numbers below 65,536. `readTables` is the other half. */
export function writeTables({ stretches, anywhere, commands }: RuleTables): Uint16Array {
  const out: number[] = [stretches.lows.length];
  stretches.lows.forEach((low, at) => {
    out.push(low >>> 16, low & 0xffff, stretches.classes[at] ?? 0);
  });
  out.push(anywhere.length);
  for (const { next, states, automata, rules } of anywhere) {
    out.push(automata, rules.length, ...rules);
    writeColumns(next, states, out);
  }
  out.push(commands.length);
  for (const { names, scope, rule, automaton } of commands) {
    const text = names.join(' ');
    out.push(text.length);
    for (let at = 0; at < text.length; at++) out.push(text.charCodeAt(at));
    out.push(scope === 'line' ? 1 : 0, rule, automaton.columns.length, ...automaton.columns);
    writeColumns(automaton.next, automaton.states, out);
  }
  return Uint16Array.from(out);
}

function writeColumns(next: Uint16Array, states: number, out: number[]): void {
  out.push(states, next.length / states);
  for (const state of next) out.push(state);
}
