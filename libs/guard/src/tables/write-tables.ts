import { TableWriter } from '@kenny/linear-match/compile';
import type { RuleTables } from './rule-tables.js';

/** Tables as one list of numbers below 65,536. `readTables` is the other half. */
export function writeTables({ stretches, anywhere, commands }: RuleTables): Uint16Array {
  const writer = new TableWriter();
  writer.stretches(stretches);
  writer.each(anywhere, (table) => writer.jointTable(table));
  writer.each(commands, ({ names, scope, rule, automaton }) => {
    writer.text(names.join(' '));
    writer.number(scope === 'line' ? 1 : 0);
    writer.number(rule);
    writer.narrowAutomaton(automaton);
  });
  return writer.finish();
}
