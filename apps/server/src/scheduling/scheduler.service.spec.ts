import { systemClock } from '@kenny/kernel';
import { Logger } from '@nestjs/common';
import { SchedulerService } from './scheduler.service.js';

describe('SchedulerService', () => {
  let scheduler: SchedulerService;
  beforeEach(() => {
    jest.useFakeTimers({ now: 1_000_000 });
    scheduler = new SchedulerService(systemClock);
  });
  afterEach(() => jest.useRealTimers());

  it('runs a task every interval, first after one interval, with the wall time', async () => {
    const runs: number[] = [];
    scheduler.register({ id: 'tick', everyMs: 100, run: async (now) => void runs.push(now) });
    await jest.advanceTimersByTimeAsync(99);
    expect(runs).toEqual([]);
    await jest.advanceTimersByTimeAsync(201);
    expect(runs).toEqual([1_000_100, 1_000_200, 1_000_300]);
  });

  it('never overlaps a slow run, skips what it missed and keeps to the grid', async () => {
    const runs: number[] = [];
    let finish = (): void => undefined;
    scheduler.register({
      id: 'slow',
      everyMs: 100,
      run: (now) => {
        runs.push(now - 1_000_000);
        return new Promise<void>((resolve) => (finish = resolve));
      },
    });
    await jest.advanceTimersByTimeAsync(350);
    expect(runs).toEqual([100]);
    finish();
    await jest.advanceTimersByTimeAsync(49);
    expect(runs).toEqual([100]);
    await jest.advanceTimersByTimeAsync(1);
    expect(runs).toEqual([100, 400]);
  });

  it('logs a failure and runs again as planned', async () => {
    const logged = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    let runs = 0;
    scheduler.register({
      id: 'flaky',
      everyMs: 100,
      run: () => {
        runs += 1;
        if (runs === 1) throw new Error('at once');
        return Promise.reject(new Error('later'));
      },
    });
    await jest.advanceTimersByTimeAsync(200);
    expect(runs).toBe(2);
    expect(logged.mock.calls.map(([text]) => String(text))).toEqual([
      'Task flaky failed; it runs again as planned.',
      'Task flaky failed; it runs again as planned.',
    ]);
    logged.mockRestore();
  });

  it('waits for the run that is open when the server stops, and starts no other', async () => {
    let [runs, stopped] = [0, false];
    let finish = (): void => undefined;
    scheduler.register({
      id: 'open',
      everyMs: 100,
      run: () => {
        runs += 1;
        return new Promise<void>((resolve) => (finish = resolve));
      },
    });
    scheduler.register({ id: 'other', everyMs: 150, run: async () => void (runs += 1) });
    await jest.advanceTimersByTimeAsync(100);
    const stopping = scheduler.onModuleDestroy().then(() => (stopped = true));
    await jest.advanceTimersByTimeAsync(500);
    expect({ runs, stopped }).toEqual({ runs: 1, stopped: false });
    finish();
    await stopping;
    await jest.advanceTimersByTimeAsync(500);
    expect({ runs, stopped }).toEqual({ runs: 1, stopped: true });
  });

  it('refuses two tasks with one name, and an interval of nothing', () => {
    const task = { id: 'one', everyMs: 1, run: () => Promise.resolve() };
    scheduler.register(task);
    expect(() => scheduler.register(task)).toThrow('registered already');
    expect(() => scheduler.register({ ...task, id: 'two', everyMs: 0 })).toThrow('above 0');
  });
});
