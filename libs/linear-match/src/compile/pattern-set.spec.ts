import fc from 'fast-check';
import { RE2JS } from 're2js';
import { PatternSet, TableReader, TextUnits } from '../run/index.js';
import { NO_MATCH } from './automaton.js';
import { buildPacks } from './build-packs.js';
import { CharacterClasses } from './character-classes.js';
import { joinPacks } from './join-packs.js';
import { minimise } from './minimise.js';
import { compileProgram } from './program.js';
import { TableWriter } from './table-writer.js';

const GENEROUS = { automata: 64, states: 20_000, work: 100_000_000 };
const build = (patterns: readonly string[], limits = GENEROUS) => {
  const programs = patterns.map(compileProgram);
  const classes = new CharacterClasses(programs);
  const { packs, refused } = buildPacks(programs, classes, limits);
  const finder = (set: PatternSet) => (text: string) => {
    const units = new TextUnits();
    units.read(text, classes.alphabet);
    return Math.min(NO_MATCH, ...set.hits(units));
  };
  const small = packs.map((pack) => ({ ...pack, automaton: minimise(pack.automaton) }));
  const written = new TableWriter();
  written.each(joinPacks(small), (table) => written.jointTable(table));
  const reader = new TableReader(written.finish());
  const set = new PatternSet(joinPacks(packs));
  const smallSet = new PatternSet(reader.each(() => reader.jointTable()));
  return {
    refused,
    find: finder(set),
    findSmall: finder(smallSet),
    sizes: { built: set.size.states, small: smallSet.size.states },
  };
};

/** Pieces that reach every kind of instruction: folds, classes, ranges beyond 0xffff, conditions. */
const piece = fc.constantFrom(
  ...['a', 'b', 'k', '(?i:k)', '(?i:sé)', '[a-c]', '[^a\\n]', '\\w', '\\W', '\\s', '.', '(?s:.)'],
  ...['\\b', '\\B', '^', '$', '(?m:^)', '(?m:$)', '\\A', '\\z', '😀', '[😀-😎]', '\\pL', 'Σ', ' '],
);
const pattern: fc.Arbitrary<string> = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'node' },
    piece,
    fc.tuple(tie('node'), tie('node')).map(([a, b]) => `${a}${b}`),
    fc.tuple(tie('node'), tie('node')).map(([a, b]) => `(?:${a}|${b})`),
    fc.tuple(tie('node'), fc.constantFrom('*', '+', '?', '*?')).map(([a, q]) => `(?:${a})${q}`),
  ),
})).node;
const character = fc.constantFrom(
  ...['a', 'A', 'b', 'c', 'k', 'K', '\u212a', 's', 'S', 'ſ', 'é', 'É', 'σ', 'ς', 'Σ', ' ', '\n'],
  ...['_', '-', '0', '😀', '😎', '\ud83d', '\ude00', '☃'],
);
const text = fc.array(character, { maxLength: 12 }).map((parts) => parts.join(''));

describe('PatternSet', () => {
  it('finds what re2js itself finds, pattern by pattern and in every split', () => {
    fc.assert(
      fc.property(
        fc.array(pattern, { minLength: 1, maxLength: 5 }),
        text,
        fc.constantFrom(20_000, 40),
        (patterns, subject, states) => {
          const set = build(patterns, { ...GENEROUS, states });
          const fit = patterns.map((_, index) => !set.refused.includes(index));
          const hits = patterns.flatMap((source, index) =>
            fit[index] && RE2JS.compile(source).test(subject) ? index : [],
          );
          const found = set.find(subject);
          expect(set.findSmall(subject)).toBe(found);
          expect(set.sizes.small).toBeLessThanOrEqual(set.sizes.built);
          if (hits.length === 0) expect(found).toBe(NO_MATCH);
          else expect(hits).toContain(found);
        },
      ),
      { numRuns: 3000 },
    );
  });
});
