import type { FleetTrend } from '@kenny/contract/web';
import { blankWords, trendChart } from './trend-chart';

describe('the chart of the fleet’s health', () => {
  const day = (at: string, counts: object) => ({
    ...{ at, total: 0, online: 0, ok: 0, warn: 0, crit: 0, offline: 0, unknown: 0 },
    ...counts,
  });

  it('has the states that were, and no day of which nothing is known', () => {
    const points = [
      day('2026-10-30T00:00:00Z', {}),
      day('2026-10-31T00:00:00Z', { ok: 5, warn: 1 }),
      day('2026-11-01T00:00:00Z', { ok: 6 }),
    ];
    const chart = trendChart({ points, resolution_s: 86_400 } as unknown as FleetTrend);
    const [first, second, third] = points.map(({ at }) => Date.parse(at));
    expect([chart.from, chart.to]).toEqual([first, third]);
    expect(chart.lines.map(({ label, points: drawn }) => [label, drawn])).toEqual([
      [
        'OK',
        [
          [second, 5],
          [third, 6],
        ],
      ],
      [
        'Warning',
        [
          [second, 1],
          [third, 0],
        ],
      ],
    ]);
  });

  it('calls a PC that was only added the same as the list beside it', () => {
    const points = [day('2026-10-31T00:00:00Z', { ok: 5, unknown: 1 })];
    const chart = trendChart({ points, resolution_s: 86_400 } as unknown as FleetTrend);
    expect(chart.lines.map(({ label }) => label)).toEqual(['OK', 'Not connected yet']);
  });

  it('says why the first days have no bar', () => {
    const [none, some] = [day('2026-10-30T00:00:00Z', {}), day('2026-10-31T00:00:00Z', { ok: 5 })];
    expect(blankWords([none, none, some])).toMatch(/^Blank before .*31.*: no reports from then\.$/);
    expect(blankWords([some, some])).toBe('');
    expect(blankWords([none])).toBe('');
  });
});
