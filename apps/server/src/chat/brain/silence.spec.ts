import { FakeClock } from '@kenny/testing';
import { Silence, SilentService } from './silence.js';

describe('a silence', () => {
  const clock = new FakeClock();

  it('is too long when nothing was heard for its time, counted from what was heard last', () => {
    const silence = new Silence(clock, 1_000);
    clock.advance(999);
    silence.heard();
    clock.advance(999);
    expect(silence.signal.aborted).toBe(false);
    clock.advance(1);
    expect(silence.signal.reason).toBeInstanceOf(SilentService);
    silence.heard();
    expect(clock.pendingTimers).toBe(0);
  });

  it('does not go on when it is over', () => {
    const silence = new Silence(clock, 1_000);
    silence.over();
    clock.advance(5_000);
    expect(silence.signal.aborted).toBe(false);
    expect(clock.pendingTimers).toBe(0);
  });
});
