import { FakeClock } from '@kenny/testing';
import { Logger } from '@nestjs/common';
import { SchedulerService } from './scheduler.service.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

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
    clock.jump(40 * DAY);
    scheduler = new SchedulerService(clock);
    every(HOUR / 4);
    await clock.advanceAsync(HOUR - 1);
    expect(runs).toEqual([]);
    clock.jump(-40 * DAY);
    const right = clock.now();
    await clock.advanceAsync(HOUR);
    expect(Math.max(...runs)).toBeLessThanOrEqual(right + HOUR);
    expect(runs.length).toBeGreaterThan(0);
  });

  it('waits an hour after the clock jumped ahead by more than a day', async () => {
    every(HOUR);
    await clock.advanceAsync(HOUR);
    expect(runs).toHaveLength(1);
    await clock.advanceAsync(HOUR - 1_000);
    clock.jump(40 * DAY);
    await clock.advanceAsync(1_000);
    expect(runs).toHaveLength(1);
    clock.jump(-40 * DAY);
    await clock.advanceAsync(HOUR);
    expect(runs).toHaveLength(2);
    expect(runs[1]).toBe(clock.now());
  });

  it('takes the new time for right when nobody sets it back within that hour', async () => {
    every(HOUR);
    clock.jump(2 * DAY);
    await clock.advanceAsync(HOUR);
    expect(runs).toEqual([]);
    await clock.advanceAsync(HOUR);
    expect(runs).toEqual([clock.now()]);
  });

  it.each([HOUR, -HOUR, -40 * DAY])('goes on as planned after a jump of %d ms', async (jump) => {
    every(HOUR);
    clock.jump(jump);
    await clock.advanceAsync(HOUR);
    expect(runs).toEqual([clock.now()]);
  });
});
