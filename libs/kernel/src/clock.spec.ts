import { systemClock } from './clock.js';

describe('systemClock', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('fires once after the delay', () => {
    const fired = jest.fn();
    systemClock.setTimer(fired, 1000);
    jest.advanceTimersByTime(999);
    expect(fired).not.toHaveBeenCalled();
    jest.advanceTimersByTime(10_000);
    expect(fired).toHaveBeenCalledTimes(1);
  });

  it('does not fire when cancelled', () => {
    const fired = jest.fn();
    systemClock.setTimer(fired, 1000).cancel();
    jest.advanceTimersByTime(2000);
    expect(fired).not.toHaveBeenCalled();
  });

  it('waits longer than the 24.8 days that setTimeout can count', () => {
    const fired = jest.fn();
    const days40 = 40 * 86_400_000;
    const timer = systemClock.setTimer(fired, days40);
    jest.advanceTimersByTime(days40 - 1);
    expect(fired).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(fired).toHaveBeenCalledTimes(1);
    timer.cancel();
  });
});
