import { inLanes } from './lanes.js';

describe('work in lanes', () => {
  it('has at most so many under way, and does all of them in order', async () => {
    const begun: number[] = [];
    const ends: (() => void)[] = [];
    const work = inLanes([1, 2, 3, 4, 5], 2, (one) => {
      begun.push(one);
      return new Promise((resolve) => ends.push(resolve));
    });
    expect(begun).toEqual([1, 2]);
    for (const more of [[1, 2, 3], [1, 2, 3, 4], [1, 2, 3, 4, 5], begun, begun]) {
      ends.shift()?.();
      await new Promise(setImmediate);
      expect(begun).toEqual(more);
    }
    await work;
    expect(begun).toEqual([1, 2, 3, 4, 5]);
  });

  it('begins nothing further after a failure, and throws it', async () => {
    const begun: number[] = [];
    const work = inLanes([1, 2, 3, 4], 2, async (one) => {
      begun.push(one);
      await Promise.resolve();
      if (one === 1) throw new Error('the first');
    });
    await expect(work).rejects.toThrow('the first');
    expect(begun).toEqual([1, 2]);
  });
});
