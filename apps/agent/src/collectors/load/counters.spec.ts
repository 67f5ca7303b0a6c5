import fc from 'fast-check';
import { busyPercent, type Flow, flowPerSecond, sharePercent } from './counters.js';

const flows = (all: Record<string, Flow>) => new Map(Object.entries(all));

describe('a rate', () => {
  it('is what came in between, by the time between', () => {
    const before = flows({ eth0: [1_000, 500], wlan0: [10, 10] });
    const now = flows({ eth0: [21_000, 1_500], wlan0: [10, 10] });
    expect(flowPerSecond(before, now, 10_000)).toEqual([2_000, 100]);
    expect(busyPercent({ busy: 100, idle: 900 }, { busy: 130, idle: 970 })).toBe(30);
    expect(sharePercent(100, 350, 1_000)).toBe(25);
  });

  it('leaves out a device that came or went', () => {
    const before = flows({ eth0: [1_000, 0], usb0: [5_000, 0] });
    const now = flows({ eth0: [2_000, 0], usb1: [9_000_000, 0] });
    expect(flowPerSecond(before, now, 1_000)).toEqual([1_000, 0]);
    expect(flowPerSecond(before, flows({ usb1: [1, 1] }), 1_000)).toEqual([null, null]);
  });

  it('is not known when a counter went back, stands still or is not there: never zero', () => {
    const one = flows({ sda: [1_000, 1_000] });
    expect(flowPerSecond(one, flows({ sda: [999, 2_000] }), 1_000)).toEqual([null, null]);
    expect(flowPerSecond(undefined, one, 1_000)).toEqual([null, null]);
    expect(flowPerSecond(one, undefined, 1_000)).toEqual([null, null]);
    expect(flowPerSecond(one, one, 0)).toEqual([null, null]);
    const cpu = { busy: 100, idle: 900 };
    expect(busyPercent(cpu, cpu)).toBeNull();
    expect(busyPercent(cpu, { busy: 99, idle: 950 })).toBeNull();
    expect(busyPercent(cpu, { busy: 150, idle: 899 })).toBeNull();
    expect(busyPercent(undefined, cpu)).toBeNull();
    expect(sharePercent(5, 4, 1_000)).toBeNull();
  });

  const count = fc.nat({ max: Number.MAX_SAFE_INTEGER });
  const devices = fc
    .dictionary(fc.constantFrom('a', 'b', 'c'), fc.tuple(count, count))
    .map((all) => flows(all));
  const ms = fc.integer({ min: -10, max: 86_400_000 });

  it('is nonsense for no two counts at all', () => {
    fc.assert(
      fc.property(devices, devices, ms, (before, now, passed) => {
        for (const value of flowPerSecond(before, now, passed)) {
          expect(value === null || (Number.isFinite(value) && value >= 0)).toBe(true);
        }
      }),
    );
    const times = fc.record({ busy: count, idle: count });
    fc.assert(
      fc.property(times, times, ms, (before, now, passed) => {
        for (const value of [
          busyPercent(before, now),
          sharePercent(before.busy, now.busy, passed),
        ]) {
          expect(value === null || (value >= 0 && value <= 100)).toBe(true);
        }
      }),
    );
  });

  it('is the mean of two halves when measured over both', () => {
    const grown = fc.tuple(fc.nat(1e9), fc.nat(1e9));
    fc.assert(
      fc.property(grown, grown, fc.integer({ min: 1, max: 1_000 }), (first, second, seconds) => {
        const at = (...steps: Flow[]) =>
          flows({
            sda: [steps.reduce((n, [a]) => n + a, 7), steps.reduce((n, [, b]) => n + b, 7)],
          });
        const half = (from: Flow[], to: Flow[], ms: number) =>
          flowPerSecond(at(...from), at(...to), ms)[0] ?? NaN;
        const whole = half([], [first, second], 2_000 * seconds);
        const halves =
          (half([], [first], 1_000 * seconds) + half([first], [first, second], 1_000 * seconds)) /
          2;
        expect(Math.abs(whole - halves)).toBeLessThanOrEqual(1);
      }),
    );
  });
});
