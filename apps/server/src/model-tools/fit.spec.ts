import fc from 'fast-check';
import { cleanedToFit, cutToFit } from './fit.js';

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

describe('cutToFit', () => {
  it('leaves what fits as it is', () => {
    const value = { text: 'short', list: [1, null, true] };
    expect(cutToFit(value, 1_000)).toBe(value);
    expect(cutToFit(undefined, 10)).toBeUndefined();
  });

  it('cuts long texts where it can be seen', () => {
    expect(cutToFit({ stdout: 'x'.repeat(500), exit_code: 0 }, 100)).toEqual({
      stdout: `${'x'.repeat(84)}⟨cut: the whole has 500 characters⟩`,
      '⟨cut⟩': '1 more',
    });
  });

  it('leaves the end of a long list out, and says so', () => {
    const cut = cutToFit(Array(10_000).fill('entry'), 100) as string[];
    expect(cut.length).toBeLessThan(30);
    expect(cut.at(-1)).toMatch(/^⟨cut: \d+ more⟩$/);
  });

  it('makes every value about as small as it is told, and keeps it JSON', () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 6 }),
        fc.integer({ min: 1, max: 400 }),
        (value, most) => {
          const cut = JSON.stringify(cutToFit(value, most));
          // One mark at each level that was cut, escapes of what is kept, and no more.
          expect(cut.length).toBeLessThanOrEqual(6 * most + 800);
          expect(() => JSON.parse(cut) as unknown).not.toThrow();
        },
      ),
    );
  });
});
