import type { ChartModel } from './chart-model';
import { isDrag, spanBetween } from './chart-span';

const at = (time: string) => Date.parse(`2031-05-01T${time}Z`);
const MODEL: ChartModel = {
  ...{ kind: 'lines', unit: '%', lines: [], from: at('10:00:00'), to: at('16:00:00') },
  stepMs: 60_000,
};

describe('a part of the time of a chart', () => {
  it.each([
    ['14:02:40', '15:09:10', '14:02:00', '15:10:00'],
    ['15:09:10', '14:02:40', '14:02:00', '15:10:00'],
    ['09:00:00', '23:00:00', '10:00:00', '16:00:00'],
    ['14:00:00', '14:00:00', '14:00:00', '14:01:00'],
  ])('from %s to %s is whole minutes that the chart shows', (a, b, from, to) => {
    expect(spanBetween(at(a), at(b), MODEL)).toEqual({ from: at(from), to: at(to) });
  });

  it('is not chosen by a click', () => {
    expect([isDrag(100, 104), isDrag(100, 92), isDrag(100, 110)]).toEqual([false, true, true]);
  });
});
