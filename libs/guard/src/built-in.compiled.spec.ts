import { OPERATOR_RULE_GROUPS } from '@kenny/contract/agent';
import { unpackNumbers } from '@kenny/linear-match';
import fc from 'fast-check';
import { ALLOWED, BLOCKED, textsOf } from '../corpus/index.js';
import { builtInNames, builtInRules } from './built-in.js';
import { compileRules } from './compile-rules.js';
import { CompiledRules } from './compiled-rules.js';
import { AUTOMATA } from './generated/automata.js';
import { canonical } from './normalise/canonical.js';
import { POSIX, WINDOWS } from './normalise/dialects.js';
import { BUILT_IN_RULES, neighboursOf } from './rules/index.js';
import { PACKS } from './rules/packs.js';
import { SHELLS } from './shell-text.js';
import { readTables } from './tables/read-tables.js';
import { writeTables } from './tables/write-tables.js';

const texts = [
  ...BLOCKED.flatMap(({ rules }) => Object.values(rules).flat()),
  ...ALLOWED.flatMap(textsOf),
];
const views = texts.flatMap((text) => [
  text,
  ...[WINDOWS, POSIX].map((dialect) => canonical(text, dialect).text),
]);

/** Pieces of what rules are about, in every order: most of these texts go deep into the tables. */
const words = [...new Set(views.flatMap((text) => text.split(/(?<=[\s;|&(){}])|(?=[\s;|&(){}])/)))];
const jumble = fc
  .array(fc.oneof(fc.constantFrom(...words), fc.constantFrom(...views)), { maxLength: 30 })
  .map((parts) => parts.join(''));
const anything = fc.string({ unit: 'binary', maxLength: 200 });

describe.each([...OPERATOR_RULE_GROUPS])('built-in rules of the group %s', (group) => {
  const tables = compileRules(BUILT_IN_RULES[group], PACKS[group], neighboursOf(group));
  const fresh = new CompiledRules([{ rules: BUILT_IN_RULES[group], tables }]);
  const idOf = (rules: CompiledRules, text: string) => rules.find(text)?.id;

  it('are generated from the rules as they are: else run `npm run gen`', () => {
    const names = BUILT_IN_RULES[group].map(({ id, reason }) => ({ id, reason }));
    expect(builtInNames(group)).toEqual(names);
    expect(unpackNumbers(AUTOMATA[group]())).toEqual(writeTables(tables));
  });

  it('are read as they were built', () => {
    expect(readTables(writeTables(tables))).toEqual(tables);
  });

  it('judge as automata built from the rules here and now, on the whole corpus', () => {
    const differing = views.filter((text) => idOf(builtInRules(group), text) !== idOf(fresh, text));
    expect(differing).toEqual([]);
  });

  it('judge as automata built from the rules here and now, whatever the text', () => {
    fc.assert(
      fc.property(fc.oneof(jumble, anything), (text) => {
        expect(idOf(builtInRules(group), text)).toBe(idOf(fresh, text));
      }),
      { numRuns: 200 },
    );
  });
});

describe.each(Object.values(SHELLS))('groups that meet the same texts: $groups', ({ groups }) => {
  const together = builtInRules(...groups);
  const alone = groups.map((group) => {
    const rules = BUILT_IN_RULES[group];
    return new CompiledRules([{ rules, tables: compileRules(rules, PACKS[group]) }]);
  });
  const findApart = (text: string) => alone.map((rules) => rules.find(text)?.id);
  const findTogether = (text: string) => together.findEach(text).map((rule) => rule?.id);

  it('are judged together as each is alone with an alphabet of its own, on the whole corpus', () => {
    const differing = views.filter((text) => findTogether(text).join() !== findApart(text).join());
    expect(differing).toEqual([]);
  });

  it('are judged together as each is alone, whatever the text', () => {
    fc.assert(
      fc.property(fc.oneof(jumble, anything), (text) => {
        expect(findTogether(text)).toEqual(findApart(text));
      }),
      { numRuns: 200 },
    );
  });
});

it('groups of different alphabets are not judged together', () => {
  expect(() => builtInRules('posix', 'path')).toThrow('share an alphabet');
});

describe('tables that are not whole', () => {
  const text = AUTOMATA.path();
  const numbers = unpackNumbers(text);

  it('are an error, not rules that are missing', () => {
    expect(() => readTables(numbers)).not.toThrow();
    for (const length of [0, 1, 1000, numbers.length - 1])
      expect(() => readTables(numbers.subarray(0, length))).toThrow('not whole');
    expect(() => readTables(Uint16Array.from([...numbers, 0]))).toThrow('go on');
    expect(() => unpackNumbers(text.slice(0, -400))).toThrow();
  });
});
