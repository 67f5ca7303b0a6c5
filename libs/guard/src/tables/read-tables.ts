import { TableReader } from '@kenny/linear-match';
import type { CommandAutomaton } from '../commands/command-set.js';
import type { RuleTables } from './rule-tables.js';

/**
 * Reads tables that `writeTables` wrote.
 * @throws Error when numbers are missing or left over
 */
export function readTables(numbers: Uint16Array): RuleTables {
  const reader = new TableReader(numbers);
  const stretches = reader.stretches();
  const anywhere = reader.each(() => reader.jointTable());
  const commands = reader.each(() => readCommand(reader));
  reader.end();
  return { stretches, anywhere, commands };
}

function readCommand(reader: TableReader): CommandAutomaton {
  const names = reader.text().split(' ');
  const scope = reader.number() === 1 ? 'line' : 'command';
  const rule = reader.number();
  return { names, scope, rule, automaton: reader.narrowAutomaton() };
}
