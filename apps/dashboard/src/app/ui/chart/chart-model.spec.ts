import { DAY_MS, HOUR_MS } from '@kenny/kernel';
import {
  arrivals,
  axisEnd,
  chartOf,
  isLone,
  withGaps,
  zonesOf,
  type ChartModel,
  type ChartPoint,
} from './chart-model';

const LINES: Pick<ChartModel, 'kind' | 'unit' | 'lines' | 'stepMs'> = {
  ...{ kind: 'lines', unit: '%', lines: [], stepMs: HOUR_MS },
};
const at = (hours: number, value = 1): ChartPoint => [hours * HOUR_MS, value];

describe('a line', () => {
  it('has a gap where nothing is known for long, and none where a snapshot is late', () => {
    const late: ChartPoint[] = [at(0), at(0.25), at(0.8)];
    expect(withGaps(late, 60_000)).toEqual(late);
    const [, gap] = withGaps([at(0), at(3)], 60_000);
    expect(gap).toEqual([60_000, NaN]);
    expect(withGaps([at(0), at(2), at(4)], 2 * HOUR_MS)).toHaveLength(3);
  });

  it('is whole for a PC that reports seldom, with a gap where it was away for longer', () => {
    const gapsIn = (...hours: number[]) =>
      withGaps(
        hours.map((hour) => at(hour)),
        60_000,
      ).flatMap(([time, value]) => (Number.isNaN(value) ? [Math.floor(time / HOUR_MS)] : []));
    expect(gapsIn(0, 3, 6, 9, 12, 15)).toEqual([]);
    expect(gapsIn(0, 3, 6, 9, 21, 24)).toEqual([9]);
    expect(gapsIn(0, 3, 6, 9)).toEqual([]);
    expect(gapsIn(0, 3, 6, 9, 12, 12.5, 13, 13.5)).toEqual([]);
    // Two reports each evening.
    expect(gapsIn(0, 0.5, 24, 24.5, 48, 48.5, 72)).toEqual([0, 24, 48]);
    // Three days apart is a gap even where all of them are.
    expect(gapsIn(0, 72, 144, 216, 288)).toEqual([0, 72, 144, 216]);
  });
});

describe('a point', () => {
  it('is lone between gaps and at the ends, where no line goes to it', () => {
    const lone = (points: ChartPoint[]) => {
      const known = withGaps(points, 60_000);
      return known.flatMap((point, index) => (isLone(known, index) ? [point[0] / HOUR_MS] : []));
    };
    expect(lone([at(0)])).toEqual([0]);
    expect(lone([at(0), at(3), at(6)])).toEqual([0, 3, 6]);
    expect(lone([at(0), at(0.25), at(3)])).toEqual([3]);
    expect(lone([])).toEqual([]);
  });
});

describe('the zones of a rule', () => {
  const disk = { field: 'volumes[].percent_used', warn: { over: 80 }, crit: { from: 95 } };
  const battery = { field: 'health_percent', warn: { under: 70 }, crit: { under: 50 } };

  it('begin where its limits are, one at the end of the other', () => {
    expect(zonesOf([disk], disk.field)).toEqual([
      { status: 'warn', from: 80, to: 95 },
      { status: 'crit', from: 95 },
    ]);
    expect(zonesOf([battery], battery.field)).toEqual([
      { status: 'warn', from: 50, to: 70 },
      { status: 'crit', to: 50 },
    ]);
  });

  it('are none for another field, for words, and for what is not the value itself', () => {
    expect(zonesOf([disk], 'volumes[].free_bytes')).toEqual([]);
    expect(zonesOf([{ field: 'state', crit: { oneOf: ['off'] } }], 'state')).toEqual([]);
    expect(zonesOf([{ field: 'age', measure: 'age', warn: { over: 7 } }], 'age')).toEqual([]);
  });
});

describe('a chart of what the server answered', () => {
  const view = {
    ...{ metric: 'disk_used', unit: '%' as const, resolution_s: 3_600, truncated: false },
    ...{ from: '2031-05-01T00:00:00Z', to: '2031-05-02T00:00:00Z' },
    lines: [{ key: 'C:\u202e', points: [['2031-05-01T10:00:00Z', 40, 39, 41]] as never }],
  };
  const expected = {
    ...{ key: 'C:', unit: '%' as const, per_day: 2, limit: 100, in_days: 8, r2: 1 },
    start: { at: '2031-05-02T00:00:00Z', value: 84 },
    end: { at: '2031-05-10T00:00:00Z', value: 100 },
  };

  it('has its numbers, and shows what is hidden in a name', () => {
    const { lines, stepMs, unit } = chartOf(view);
    expect([stepMs, unit]).toEqual([HOUR_MS, '%']);
    expect(lines[0]?.points).toEqual([[Date.parse('2031-05-01T10:00:00Z'), 40, 39, 41]]);
    expect(lines[0]?.label).not.toContain('\u202e');
  });

  it('ends with what the PC reported last, at the time of that report', () => {
    const measured = { at: Date.parse(view.to) + 5_000, values: new Map([['C:\u202e', 42]]) };
    const model = chartOf(view, [], [], measured);
    expect(model.lines[0]?.points.at(-1)).toEqual([measured.at, 42]);
    expect([model.lines[0]?.points.length, model.to]).toEqual([2, measured.at]);
    const other = { ...measured, values: new Map([['D:', 42]]) };
    expect(chartOf(view, [], [], other).lines[0]?.points).toHaveLength(1);
  });

  it('begins where its numbers do when the PC has not been there for so long', () => {
    const first = Date.parse('2031-05-01T10:00:00Z');
    expect(chartOf(view).from).toBe(first);
    const lines = [{ key: '', points: [['2031-05-01T23:50:00Z', 40, 40, 40]] as never }];
    expect(chartOf({ ...view, lines }).from).toBe(Date.parse('2031-05-01T23:00:00Z'));
    expect(chartOf({ ...view, lines: [] }).from).toBe(Date.parse(view.from));
    expect(chartOf({ ...view, from: '2031-05-01T12:00:00Z' }).from).toBe(
      Date.parse('2031-05-01T12:00:00Z'),
    );
  });

  it('shows only the beginning of what is far away, and takes its own forecasts only', () => {
    const model = chartOf(
      view,
      [],
      [
        { metric: 'disk_used', summary: 'C: is full in about 8 days', ...expected },
        { metric: 'drive_wear', summary: 'no', ...expected },
      ],
    );
    expect(model.forecasts?.map(({ summary }) => summary)).toEqual(['C: is full in about 8 days']);
    expect(axisEnd(model)).toBe(model.to + (model.to - model.from) / 2);
    const bars: ChartModel = { ...model, kind: 'bars' };
    expect(axisEnd(bars)).toBe(bars.to + bars.stepMs);
  });

  it.each([
    ['C: is full in 1 day', 1, true],
    ['C: is full in 2 days', 2, true],
    ['C: is full in 3 days', 3, false],
  ])('shows a forecast to its end where the past keeps its room: %s', (summary, days, shown) => {
    const [from, to] = [0, 2 * DAY_MS];
    const end: ChartPoint = [to + days * DAY_MS, 100];
    const forecasts = [{ summary, start: [to, 90] as const, end }];
    const model: ChartModel = { ...LINES, from, to, forecasts };
    expect(arrivals(model)).toEqual(shown ? forecasts : []);
    if (shown) expect(axisEnd(model)).toBeGreaterThan(end[0]);
    else expect(axisEnd(model)).toBe(to + DAY_MS);
    expect((to - from) / (axisEnd(model) - from)).toBeGreaterThan(0.45);
  });

  it('ends with what was measured where nothing is forecast', () => {
    expect(axisEnd({ ...LINES, from: 0, to: DAY_MS })).toBe(DAY_MS);
  });
});
