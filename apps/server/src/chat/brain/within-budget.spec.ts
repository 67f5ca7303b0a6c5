import type { ToolResult } from '@kenny/session';
import fc from 'fast-check';
import { ended } from '../../../test/brain-world.js';
import type { Budget } from '../limits.js';
import type { ToldResult } from './told-results.js';
import { withinBudget } from './within-budget.js';

const BUDGET: Budget = { resultChars: 1_000, historyChars: 2_000, pictures: 4, pictureChars: 300 };
const sizes = fc.array(
  fc.record({
    chars: fc.nat({ max: 1_000 }),
    pictureChars: fc.oneof(fc.constant(0), fc.nat({ max: 400 })),
    isError: fc.boolean(),
  }),
  { maxLength: 60 },
);

type Sizes = typeof sizes extends fc.Arbitrary<infer T> ? T : never;

function told(all: Sizes): Map<ToolResult, ToldResult> {
  return new Map(
    all.map(({ chars, ...rest }, index) => [
      ended(`toolu_${index}`, 'fs_read'),
      { text: 'x'.repeat(chars), ...rest },
    ]),
  );
}

const shown = (all: Sizes) => [...withinBudget(told(all), BUDGET).values()];
const isWhole = (text: string): boolean => !text.startsWith('⟨left out');

describe('results within a budget', () => {
  it('never are more than it allows, and each has its place', () => {
    fc.assert(
      fc.property(sizes, (all) => {
        const kept = shown(all);
        expect(kept.map(({ isError }) => isError)).toEqual(all.map(({ isError }) => isError));
        const texts = kept.filter(({ text }) => isWhole(text));
        expect(texts.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(
          BUDGET.historyChars,
        );
        const pictures = all.filter((_, index) => kept[index]?.picture);
        expect(pictures.length).toBeLessThanOrEqual(BUDGET.pictures);
        expect(
          pictures.reduce((sum, { pictureChars }) => sum + pictureChars, 0),
        ).toBeLessThanOrEqual(BUDGET.pictureChars);
      }),
    );
  });

  it('are the newest ones, and the last one is always there', () => {
    fc.assert(
      fc.property(sizes, (all) => {
        const texts = all.map((one) => ({ ...one, pictureChars: 0 }));
        const whole = shown(texts).map(({ text }) => isWhole(text));
        expect(whole.at(-1) ?? true).toBe(true);
        expect(whole).toEqual([...whole].sort());
      }),
    );
  });

  it('with a picture that is left out say so', () => {
    const large = { chars: 5, pictureChars: BUDGET.pictureChars + 1, isError: false };
    expect(shown([large])).toEqual([
      { text: expect.stringContaining('picture') as unknown, picture: false, isError: false },
    ]);
  });

  it('are all there as long as they fit', () => {
    const few: Sizes = [1, 2, 3].map(() => ({ chars: 500, pictureChars: 90, isError: false }));
    expect(shown(few).every(({ text, picture }) => isWhole(text) && picture)).toBe(true);
  });
});
