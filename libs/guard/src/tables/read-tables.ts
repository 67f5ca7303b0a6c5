import type { Stretches } from '../engine/alphabet.js';
import type { CommandAutomaton } from '../engine/command-set.js';
import type { JointTable } from '../engine/joint-table.js';
import type { RuleTables } from './rule-tables.js';

/**
 * Reads tables that `writeTables` wrote. The tables of the automata are not copied: they are views
 * of `numbers`.
 * @throws Error when numbers are missing or left over
 */
export function readTables(numbers: Uint16Array): RuleTables {
  const reader = new Reader(numbers);
  const stretches = readStretches(reader);
  const anywhere: JointTable[] = [];
  for (let left = reader.number(); left > 0; left--) anywhere.push(readJointTable(reader));
  const commands: CommandAutomaton[] = [];
  for (let left = reader.number(); left > 0; left--) commands.push(readCommand(reader));
  reader.end();
  return { stretches, anywhere, commands };
}

function readStretches(reader: Reader): Stretches {
  const lows: number[] = [];
  const classes: number[] = [];
  for (let left = reader.number(); left > 0; left--) {
    lows.push(reader.number() * 0x10000 + reader.number());
    classes.push(reader.number());
  }
  return { lows, classes };
}

function readJointTable(reader: Reader): JointTable {
  const automata = reader.number();
  const rules = reader.list();
  return { automata, rules, ...readColumns(reader) };
}

function readCommand(reader: Reader): CommandAutomaton {
  const names = String.fromCharCode(...reader.list()).split(' ');
  const scope = reader.number() === 1 ? 'line' : 'command';
  const rule = reader.number();
  const columns = reader.list();
  return { names, scope, rule, automaton: { columns, ...readColumns(reader) } };
}

function readColumns(reader: Reader): { next: Uint16Array; states: number } {
  const states = reader.number();
  return { states, next: reader.take(states * reader.number()) };
}

class Reader {
  private at = 0;

  constructor(private readonly numbers: Uint16Array) {}

  number(): number {
    const number = this.numbers[this.at++];
    if (number === undefined) throw new Error('the tables of the built-in rules are not whole');
    return number;
  }

  list(): Uint16Array {
    return this.take(this.number());
  }

  take(length: number): Uint16Array {
    const from = this.at;
    this.at += length;
    if (this.at > this.numbers.length)
      throw new Error('the tables of the built-in rules are not whole');
    return this.numbers.subarray(from, this.at);
  }

  end(): void {
    if (this.at !== this.numbers.length)
      throw new Error('the tables of the built-in rules go on where they should end');
  }
}
