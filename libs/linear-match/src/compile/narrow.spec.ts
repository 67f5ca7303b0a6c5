import fc from 'fast-check';
import { RE2JS } from 're2js';
import { NarrowMatcher, TextUnits } from '../run/index.js';
import { CharacterClasses } from './character-classes.js';
import { determinize, type Search } from './determinize.js';
import { minimise, narrow } from './minimise.js';
import { compileProgram, stopsAt } from './program.js';

const PATTERNS = ['a+b', '\\ba', '(?:ab|ba)*c', '[^b]+$', '(?i)k.', 'a[^c]*c'];
const text = fc
  .array(fc.constantFrom('a', 'b', 'c', 'K', '\u212a', ' ', '\n', '😀'), { maxLength: 10 })
  .map((parts) => parts.join(''));

function matcher(pattern: string, search: Search) {
  const program = compileProgram(pattern);
  const classes = new CharacterClasses([program]);
  const automaton = determinize([program], classes, { states: 1000, work: 1_000_000 }, search);
  if (!automaton) throw new Error(`${pattern} does not fit into its limits`);
  const small = new NarrowMatcher(narrow(minimise(automaton)));
  return (subject: string) => {
    const units = new TextUnits();
    units.read(subject, classes.alphabet);
    return small.accepts(units.classes, 0, units.length);
  };
}

describe.each(PATTERNS)('%s as a narrow automaton', (pattern) => {
  const anywhere = matcher(pattern, 'anywhere');
  const here = matcher(pattern, 'here');

  it('matches what re2js finds, anywhere or at the beginning', () => {
    const beginning = RE2JS.compile(`\\A(?:${pattern})`);
    fc.assert(
      fc.property(text, (subject) => {
        expect(anywhere(subject)).toBe(RE2JS.compile(pattern).test(subject));
        expect(here(subject)).toBe(beginning.test(subject));
      }),
    );
  });
});

it.each([
  ['a+b', true],
  ['a;', true],
  ['a[;b]?', true],
  ['a;b', false],
  ['a.b', false],
  ['[^;]+b', true],
])('%s looks at nothing behind a semicolon: %s', (pattern, stops) => {
  expect(stopsAt(compileProgram(pattern), ';')).toBe(stops);
});
