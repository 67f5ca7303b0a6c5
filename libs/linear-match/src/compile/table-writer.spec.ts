import { packNumbers, TableReader, unpackNumbers } from '../run/index.js';
import { buildPacks } from './build-packs.js';
import { CharacterClasses } from './character-classes.js';
import { determinize } from './determinize.js';
import { joinPacks } from './join-packs.js';
import { minimise, narrow } from './minimise.js';
import { compileProgram } from './program.js';
import { TableWriter } from './table-writer.js';

const LIMITS = { automata: 8, states: 1000, work: 1_000_000 };
const program = compileProgram('\\bfo+[a-z😀]|bar$');
const classes = new CharacterClasses([program]);
const automaton = determinize([program], classes, { ...LIMITS });
if (!automaton) throw new Error('the pattern does not fit into its limits');
const { stretches } = classes.alphabet;
const tables = joinPacks(buildPacks([program], classes, LIMITS).packs);
const narrowed = narrow(minimise(automaton));

function write(): Uint16Array {
  const writer = new TableWriter();
  writer.text('some name');
  writer.stretches(stretches);
  writer.each(tables, (table) => writer.jointTable(table));
  writer.narrowAutomaton(narrowed);
  return writer.finish();
}

function read(numbers: Uint16Array) {
  const reader = new TableReader(numbers);
  const all = [
    reader.text(),
    reader.stretches(),
    reader.each(() => reader.jointTable()),
    reader.narrowAutomaton(),
  ];
  reader.end();
  return all;
}

describe('tables', () => {
  it('are read as they were written, packed as text too', () => {
    const written = ['some name', stretches, tables, narrowed];
    expect(read(write())).toEqual(written);
    expect(read(unpackNumbers(packNumbers(write())))).toEqual(written);
  });

  it('that are not whole are an error, not patterns that are missing', () => {
    const numbers = write();
    for (let length = 0; length < numbers.length; length++)
      expect(() => read(numbers.subarray(0, length))).toThrow('not whole');
    expect(() => read(Uint16Array.from([...numbers, 0]))).toThrow('go on');
    expect(() => unpackNumbers(packNumbers(numbers).slice(0, -8))).toThrow();
  });
});
