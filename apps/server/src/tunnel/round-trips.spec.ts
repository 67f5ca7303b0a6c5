import { RoundTrips } from './round-trips.js';

const measured = (trips: RoundTrips, times: readonly number[]) => {
  for (const time of times) {
    trips.begin(0);
    trips.end(time);
  }
};

describe('round trips', () => {
  it('are unknown until one was measured', () => {
    const trips = new RoundTrips();
    trips.end(5);
    expect(trips.typical()).toBeUndefined();
  });

  it('are told by their middle, so that one hiccup does not show', () => {
    const trips = new RoundTrips();
    measured(trips, [20, 900, 22]);
    expect(trips.typical()).toBe(22);
  });

  it('begin one at a time, and count one answer each', () => {
    const trips = new RoundTrips();
    expect(trips.begin(100)).toBe(true);
    expect(trips.begin(130)).toBe(false);
    trips.end(140);
    trips.end(500);
    expect(trips.typical()).toBe(40);
    expect(trips.begin(600)).toBe(true);
  });

  it('forget what is long ago', () => {
    const trips = new RoundTrips();
    measured(trips, [...Array<number>(30).fill(10), ...Array<number>(30).fill(80)]);
    expect(trips.typical()).toBe(80);
  });
});
