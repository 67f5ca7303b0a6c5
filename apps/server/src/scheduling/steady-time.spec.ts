import { FakeClock } from '@kenny/testing';
import { DAY_MS, HOUR_MS } from '@kenny/kernel';
import { Logger } from '@nestjs/common';
import { SchedulerService } from './scheduler.service.js';

describe('a task that deletes what is old', () => {
  let clock: FakeClock;
  let scheduler: SchedulerService;
  let runs: number[];
  const every = (everyMs: number) =>
    scheduler.register({
      ...{ id: 'prune', everyMs, deletes: true },
      run: (now) => Promise.resolve(void runs.push(now)),
    });
  beforeEach(() => {
    jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    clock = new FakeClock();
    scheduler = new SchedulerService(clock);
    runs = [];
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await scheduler.onModuleDestroy();
  });

  it('does not run in the first hour: a clock that was wrong at the start may be set right', async () => {
    clock.jump(40 * DAY_MS);
    scheduler = new SchedulerService(clock);
    every(HOUR_MS / 4);
    await clock.advanceAsync(HOUR_MS - 1);
    expect(runs).toEqual([]);
    clock.jump(-40 * DAY_MS);
    const right = clock.now();
    await clock.advanceAsync(HOUR_MS);
    expect(Math.max(...runs)).toBeLessThanOrEqual(right + HOUR_MS);
    expect(runs.length).toBeGreaterThan(0);
  });

  it('waits an hour after the clock jumped ahead by more than a day', async () => {
    every(HOUR_MS);
    await clock.advanceAsync(HOUR_MS);
    expect(runs).toHaveLength(1);
    await clock.advanceAsync(HOUR_MS - 1_000);
    clock.jump(40 * DAY_MS);
    await clock.advanceAsync(1_000);
    expect(runs).toHaveLength(1);
    clock.jump(-40 * DAY_MS);
    await clock.advanceAsync(HOUR_MS);
    expect(runs).toHaveLength(2);
    expect(runs[1]).toBe(clock.now());
  });

  it('takes the new time for right when nobody sets it back within that hour', async () => {
    every(HOUR_MS);
    clock.jump(2 * DAY_MS);
    await clock.advanceAsync(HOUR_MS);
    expect(runs).toEqual([]);
    await clock.advanceAsync(HOUR_MS);
    expect(runs).toEqual([clock.now()]);
  });

  it.each([HOUR_MS, -HOUR_MS, -40 * DAY_MS])(
    'goes on as planned after a jump of %d ms',
    async (jump) => {
      every(HOUR_MS);
      clock.jump(jump);
      await clock.advanceAsync(HOUR_MS);
      expect(runs).toEqual([clock.now()]);
    },
  );
});
