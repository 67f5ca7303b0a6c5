import type { Automaton } from '../engine/automaton.js';
import type { RuleTables } from './rule-tables.js';

/** Tables as one list of numbers below 65,536. `readTables` is the other half. */
export function writeTables({ stretches, packs, commands }: RuleTables): Uint16Array {
  const out: number[] = [stretches.lows.length];
  stretches.lows.forEach((low, at) => {
    out.push(low >>> 16, low & 0xffff, stretches.classes[at] ?? 0);
  });
  out.push(packs.length);
  for (const { automaton, rules } of packs) {
    out.push(rules.length, ...rules);
    writeAutomaton(automaton, out);
  }
  out.push(commands.length);
  for (const { names, scope, rule, automaton } of commands) {
    const text = names.join(' ');
    out.push(text.length);
    for (let at = 0; at < text.length; at++) out.push(text.charCodeAt(at));
    out.push(scope === 'line' ? 1 : 0, rule, automaton.columns.length, ...automaton.columns);
    writeAutomaton(automaton, out);
  }
  return Uint16Array.from(out);
}

function writeAutomaton({ next, width, firstAccepting, rule }: Automaton, out: number[]): void {
  out.push(rule.length, ...rule, firstAccepting, width);
  for (const state of next) out.push(state);
}
