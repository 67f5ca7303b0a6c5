import type { Budget } from '../limits.js';
import type { ToldResult } from './told-results.js';

/** A result as the model sees it. */
export interface Shown {
  readonly text: string;
  readonly picture: boolean;
  readonly isError: boolean;
}

const OLD_RESULT = '⟨left out: this result is too long ago; call the tool again if it is needed⟩';
const OLD_PICTURE = '⟨left out: this picture is too long ago; take a new one if it is needed⟩';

/**
 * Old results and pictures give way to marks where all together are too many. When the limit is
 * passed, more than needed goes at once: so what comes before the newest results is the same text
 * for many rounds, and stays in the cache of the API.
 */
export function withinBudget<Key>(
  told: ReadonlyMap<Key, ToldResult>,
  budget: Budget,
): Map<Key, Shown> {
  const all = [...told.values()];
  const texts = firstKept(all, [{ of: ({ text }) => text.length, limit: budget.historyChars }]);
  const pictures = firstKept(all, [
    { of: ({ pictureChars }) => (pictureChars > 0 ? 1 : 0), limit: budget.pictures },
    { of: ({ pictureChars }) => pictureChars, limit: budget.pictureChars },
  ]);
  const shown = new Map<Key, Shown>();
  for (const [index, [result, one]] of [...told].entries()) {
    const picture = one.pictureChars > 0 && index >= pictures;
    const gone = one.pictureChars > 0 && !picture ? (one.gone ?? OLD_PICTURE) : undefined;
    const tooOld = index < texts && one.gone === undefined;
    const text = tooOld ? OLD_RESULT : (gone ?? one.text);
    shown.set(result, { text, picture: picture && !tooOld, isError: one.isError });
  }
  return shown;
}

interface Measure {
  readonly of: (one: ToldResult) => number;
  readonly limit: number;
}

/** First result that is still shown. Moves seldom, so that the API's cache stays valid. */
function firstKept(all: readonly ToldResult[], measures: readonly Measure[]): number {
  let first = 0;
  const sums = measures.map(() => 0);
  const count = (one: ToldResult, sign: 1 | -1): void =>
    measures.forEach(({ of }, index) => {
      sums[index] = (sums[index] ?? 0) + sign * of(one);
    });
  const over = (share: number): boolean =>
    measures.some(({ limit }, index) => (sums[index] ?? 0) > limit * share);
  for (const [index, newest] of all.entries()) {
    count(newest, 1);
    if (!over(1)) continue;
    for (; first < index && over(0.5); first += 1) count(all[first] ?? newest, -1);
    if (!over(1)) continue;
    count(newest, -1);
    first = index + 1;
  }
  return first;
}
