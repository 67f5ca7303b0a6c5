import fc from 'fast-check';
import { cutResult } from './cut-result.js';

describe('cutResult', () => {
  it('leaves what fits as it is', () => {
    const value = { text: 'short', list: [1, null, true] };
    expect(cutResult(value, 1_000)).toBe(value);
    expect(cutResult(undefined, 10)).toBeUndefined();
  });

  it('cuts long texts where it can be seen', () => {
    expect(cutResult({ stdout: 'x'.repeat(500), exit_code: 0 }, 100)).toEqual({
      stdout: `${'x'.repeat(84)}⟨cut: the whole has 500 characters⟩`,
      '⟨cut⟩': '1 more',
    });
  });

  it('leaves the end of a long list out, and says so', () => {
    const cut = cutResult(Array(10_000).fill('entry'), 100) as string[];
    expect(cut.length).toBeLessThan(30);
    expect(cut.at(-1)).toMatch(/^⟨cut: \d+ more⟩$/);
  });

  it('makes every value about as small as it is told, and keeps it JSON', () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 6 }),
        fc.integer({ min: 1, max: 400 }),
        (value, most) => {
          const cut = JSON.stringify(cutResult(value, most));
          // One mark at each level that was cut, escapes of what is kept, and no more.
          expect(cut.length).toBeLessThanOrEqual(6 * most + 800);
          expect(() => JSON.parse(cut) as unknown).not.toThrow();
        },
      ),
    );
  });
});
