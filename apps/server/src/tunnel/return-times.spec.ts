import { FakeClock } from '@kenny/testing';
import { ReturnTimes } from './return-times.js';

describe('ReturnTimes', () => {
  let clock: FakeClock;
  let times: ReturnTimes;

  beforeEach(() => {
    clock = new FakeClock();
    times = new ReturnTimes(clock);
  });

  /** Handshakes that end one after the other while others wait. */
  function handshakesEvery(ms: number): void {
    for (let i = 0; i < 200; i += 1) {
      clock.advance(ms);
      times.handshakeEnded(true);
    }
  }

  it('gives everybody a place of his own, behind those who wait already', () => {
    handshakesEvery(10);
    const places = [times.next(100), times.next(100), times.next(100)];
    expect(places[0]).toBeCloseTo(1.01, 2);
    expect(places[1]).toBeCloseTo(1.02, 2);
    expect(places[2]).toBeCloseTo(1.03, 2);
  });

  it('sends people away for longer where handshakes take longer', () => {
    handshakesEvery(5);
    const fast = times.next(100);
    const slow = new ReturnTimes(clock);
    times = slow;
    handshakesEvery(50);
    expect(slow.next(100)).toBeGreaterThan(5 * fast);
  });

  it('does not take an hour in which nobody came for the pace', () => {
    handshakesEvery(10);
    times.handshakeEnded(false);
    clock.advance(3_600_000);
    times.handshakeEnded(true);
    expect(times.next(100)).toBeCloseTo(1.01, 1);
  });

  it('sends nobody away for longer than a minute, however many were before', () => {
    for (let i = 0; i < 100_000; i += 1) times.next(500);
    expect(times.next(500)).toBe(60);
    clock.advance(30_000);
    expect(times.next(0)).toBeLessThan(31);
  });
});
