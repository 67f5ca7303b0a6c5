import fc from 'fast-check';
import { cleanedToFit } from './fit.js';

/** Marks that say what was cut, one on each level. */
const MARKS = 1_000;

describe('an answer that has to fit', () => {
  it('stays as it is when it does', () => {
    const value = { a: ['text', 1, null, true], b: { c: 'grüße' } };
    expect(cleanedToFit(value, 1_000)).toEqual(value);
  });

  it('says of texts, lists and objects what was cut', () => {
    expect(cleanedToFit('x'.repeat(100), 10)).toBe(
      `${'x'.repeat(10)}⟨cut: the whole has 100 characters⟩`,
    );
    const list = cleanedToFit(
      Array.from({ length: 50 }, (_, index) => index),
      100,
    ) as unknown[];
    expect(list.at(-1)).toBe('⟨cut: 38 more⟩');
    const fields = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`k${index}`, 1]));
    expect(cleanedToFit(fields, 100)).toMatchObject({
      k0: 1,
      '⟨cut⟩': expect.stringMatching(/^\d+ more$/) as unknown,
    });
  });

  it('is never much longer than its limit, whatever it holds', () => {
    const limit = 2_000;
    fc.assert(
      fc.property(
        fc.anything({ maxDepth: 4, withNullPrototype: true }),
        fc.string({ unit: 'binary', minLength: 0, maxLength: 5_000 }),
        (value, text) => {
          const shown = cleanedToFit(
            [value, text, '"'.repeat(5_000), '\u202e'.repeat(5_000)],
            limit,
          );
          const json = JSON.stringify(shown, (_key, inner: unknown) =>
            typeof inner === 'bigint' ? String(inner) : inner,
          );
          expect(json.length).toBeLessThan(limit + MARKS);
        },
      ),
    );
  });

  it('takes no longer for a long text than for a short one', () => {
    const huge = { content: 'y'.repeat(16_000_000), lines: new Array(1_000_000).fill(1) };
    expect(JSON.stringify(cleanedToFit(huge, 5_000)).length).toBeLessThan(6_000);
  });
});
