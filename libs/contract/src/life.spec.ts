import type { Clock } from '@kenny/kernel';
import { CAPS, SignsOfLife, TIMES } from './index.js';

/** A line over which bytes come, second by second. */
function line() {
  let now = 0;
  let bytes = 0;
  const clock: Clock = {
    now: () => now,
    monotonic: () => now,
    setTimer: () => ({ cancel: () => undefined }),
  };
  const life = new SignsOfLife(clock, () => bytes);
  return {
    life,
    silentMs: () => now - life.heardAt,
    pass(seconds: number, bytesEach: number) {
      for (let second = 0; second < seconds; second += 1) {
        now += 1_000;
        bytes += bytesEach;
        void life.heardAt;
      }
    },
  };
}
const INTERVAL_S = TIMES.heartbeatMs / 1000;

describe('signs of life', () => {
  it('are the bytes of a message that is still on its way', () => {
    const { pass, silentMs } = line();
    pass(10 * INTERVAL_S, 4_000);
    expect(silentMs()).toBe(0);
  });

  it('are few enough for the slowest line: a KiB in an interval', () => {
    const { pass, silentMs } = line();
    pass(10 * INTERVAL_S, Math.ceil(CAPS.lifeBytes / INTERVAL_S));
    expect(silentMs()).toBeLessThanOrEqual(TIMES.heartbeatMs);
  });

  it('are not a byte now and then, however long it goes on', () => {
    const { pass, silentMs } = line();
    pass(100 * INTERVAL_S, 20);
    expect(silentMs()).toBe(100 * TIMES.heartbeatMs);
  });

  it('end 30 minutes after the last whole message, and come back with the next', () => {
    const { pass, silentMs, life } = line();
    pass(TIMES.frameMs / 1000 + 60, 4_000);
    expect(silentMs()).toBeGreaterThanOrEqual(60_000);
    life.messageCame();
    pass(INTERVAL_S, 4_000);
    expect(silentMs()).toBe(0);
  });
});
