import { GOALS, judge, type Goal } from './goals.mjs';
import { markdownTable, summaryLine, terminalTable, type Row } from './report.mjs';

const LESS: Goal = {
  ...({ id: 'wait', title: 'a wait', unit: 'ms', better: 'less' } as const),
  ...{ must: 10, aim: 5, floor: 2 },
};
const MORE: Goal = {
  ...({ id: 'rate', title: 'a rate', unit: '/s', better: 'more' } as const),
  ...{ must: 100, aim: 200, floor: 400 },
};
const verdict = (goal: Goal, value: number, bare?: number): string =>
  judge(goal, { value, bare }).verdict;

describe('a figure and its goal', () => {
  it.each([
    [LESS, 5, 'aim'],
    [LESS, 10, 'met'],
    [LESS, 10.1, 'missed'],
    [LESS, 30, 'missed'],
    [LESS, 30.1, 'failed'],
    [MORE, 200, 'aim'],
    [MORE, 100, 'met'],
    [MORE, 99, 'missed'],
    [MORE, 34, 'missed'],
    [MORE, 33, 'failed'],
    [MORE, 0, 'failed'],
  ])('%j: %d is %s by itself', (goal, value, expected) => {
    expect(verdict(goal, value)).toBe(expected);
  });

  it('is met as a ratio where the bare server of the same run was slow as well', () => {
    expect(verdict(LESS, 40, 8)).toBe('ratio');
    expect(verdict(MORE, 50, 200)).toBe('ratio');
    expect(judge(LESS, { value: 40, bare: 8 })).toMatchObject({ ratio: 5, mustRatio: 5 });
  });

  it('fails only when it misses by more than three in both ways', () => {
    expect(verdict(LESS, 31, 3)).toBe('missed');
    expect(verdict(LESS, 31, 1)).toBe('failed');
    expect(verdict(MORE, 20, 100)).toBe('missed');
    expect(verdict(MORE, 20, 1_000)).toBe('failed');
  });

  it('is not excused by a bare server that nothing was measured of, or of no goal', () => {
    expect(verdict(LESS, 31, 0)).toBe('failed');
    expect(verdict({ ...LESS, floor: undefined }, 31, 30)).toBe('failed');
  });
});

it('shows a figure that has no goal as it is', () => {
  const row = { ...LESS, must: undefined, aim: undefined };
  expect(judge(row, { value: 1e6 })).toEqual({ verdict: 'shown' });
});

describe('the goals', () => {
  it('have names of their own, and an aim that is no less than the must', () => {
    expect(new Set(GOALS.map(({ id }) => id)).size).toBe(GOALS.length);
    for (const { better, must = NaN, aim = NaN } of GOALS) {
      expect(better === 'less' ? aim <= must : aim >= must).toBe(true);
    }
  });
});

describe('the report', () => {
  const rows: Row[] = [
    { ...LESS, value: 12.3456, bare: 2.5, ...judge(LESS, { value: 12.3456, bare: 2.5 }) },
    { ...MORE, value: 1234.5, limit: 'generator', ...judge(MORE, { value: 1234.5 }) },
    { ...MORE, title: 'another', verdict: 'skipped', note: 'no database here' },
  ];

  it('shows figures, goals, ratios and who was the limit', () => {
    const [, wait, rate, another] = terminalTable({ rows }).split('\n');
    expect(wait).toMatch(
      /^a wait +12\.3 ms +≤ 10 ms +≤ 5 ms +2\.5 ms +4\.94× +≤ 5\.00× +must met as/,
    );
    expect(rate).toMatch(/^a rate +1,235 \/s .* – +aim met +generator$/);
    expect(another).toMatch(/^another +– .* not measured +–$/);
  });

  it('says what could not be measured, and why', () => {
    expect(terminalTable({ rows })).toContain('another: no database here');
    expect(markdownTable({ rows })).toContain('- another: no database here.');
    expect(summaryLine({ rows })).toBe(
      'bench: 2 of 3 musts met (1 aims), 0 missed, 0 missed beyond 3×, 1 not measured',
    );
  });
});
