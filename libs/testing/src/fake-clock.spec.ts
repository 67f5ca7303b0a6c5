import { FakeClock } from './fake-clock.js';

describe('FakeClock', () => {
  it('stands still until it is moved', () => {
    const clock = new FakeClock({ now: 1000, monotonic: 5 });
    expect([clock.now(), clock.monotonic()]).toEqual([1000, 5]);
    clock.advance(250);
    expect([clock.now(), clock.monotonic()]).toEqual([1250, 255]);
  });

  it('fires timers in the order they are due, each at its own time', () => {
    const clock = new FakeClock({ now: 0 });
    const seen: string[] = [];
    const note = (name: string) => () => seen.push(`${name}@${clock.monotonic()}/${clock.now()}`);
    clock.setTimer(note('c'), 300);
    clock.setTimer(note('a'), 100);
    clock.setTimer(note('b1'), 200);
    clock.setTimer(note('b2'), 200);
    clock.advance(299);
    expect(seen).toEqual(['a@100/100', 'b1@200/200', 'b2@200/200']);
    expect(clock.nextTimerIn).toBe(1);
    clock.advance(1);
    expect(seen.at(-1)).toBe('c@300/300');
    expect(clock.pendingTimers).toBe(0);
    expect(clock.nextTimerIn).toBeUndefined();
  });

  it('fires timers that are set on the way, in the same advance', () => {
    const clock = new FakeClock();
    const ticks: number[] = [];
    const tick = (): void => {
      ticks.push(clock.monotonic());
      if (ticks.length < 4) clock.setTimer(tick, 30);
    };
    clock.setTimer(tick, 30);
    clock.advance(100);
    expect(ticks).toEqual([30, 60, 90]);
  });

  it('does not fire what was cancelled, not even by an earlier timer', () => {
    const clock = new FakeClock();
    const fired = jest.fn();
    const later = clock.setTimer(fired, 20);
    clock.setTimer(() => later.cancel(), 10);
    clock.advance(100);
    later.cancel();
    expect(fired).not.toHaveBeenCalled();
  });

  it('jumps by the wall alone', () => {
    const clock = new FakeClock({ now: 10_000 });
    const fired = jest.fn();
    clock.setTimer(fired, 1);
    clock.jump(-5000);
    expect([clock.now(), clock.monotonic()]).toEqual([5000, 0]);
    expect(fired).not.toHaveBeenCalled();
  });

  it('treats a negative delay as none', () => {
    const clock = new FakeClock();
    const fired = jest.fn();
    clock.setTimer(fired, -5);
    clock.advance(0);
    expect(fired).toHaveBeenCalledTimes(1);
  });

  it('passes on what a timer throws', () => {
    const clock = new FakeClock();
    clock.setTimer(() => {
      throw new Error('broken timer');
    }, 1);
    expect(() => clock.advance(1)).toThrow('broken timer');
  });

  it('ends a timer that keeps setting itself', () => {
    const clock = new FakeClock();
    const again = (): void => void clock.setTimer(again, 0);
    again();
    expect(() => clock.advance(1)).toThrow('without any delay');
  });

  it('lets promises run between timers when it advances asynchronously', async () => {
    const clock = new FakeClock();
    const seen: number[] = [];
    const wait = (ms: number) => new Promise<void>((resolve) => clock.setTimer(resolve, ms));
    const work = async (): Promise<void> => {
      await wait(10);
      seen.push(clock.monotonic());
      await wait(10);
      seen.push(clock.monotonic());
    };
    const done = work();
    await clock.advanceAsync(25);
    await done;
    expect(seen).toEqual([10, 20]);
    expect(clock.monotonic()).toBe(25);
  });
});
