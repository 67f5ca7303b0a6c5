import { TestBed } from '@angular/core/testing';
import { ServerClock } from './server-clock';

describe("the server's clock", () => {
  const at = (skewMs: number) => new Date(Date.now() - skewMs).toUTCString();
  const aheadAfter = (date: string | null) => {
    const clock = TestBed.inject(ServerClock);
    clock.note(date);
    return clock.ahead();
  };
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it.each([
    [5 * 60_000, 5],
    [-90_000, -1],
    [30_000, null],
  ])('is compared with this computer by what answers say: %d ms', (skew, ahead) => {
    expect(aheadAfter(at(skew))).toBe(ahead);
  });

  it('is not guessed from an answer without a time', () => {
    aheadAfter(at(300_000));
    expect(aheadAfter(null)).toBe(5);
    expect(aheadAfter('soon')).toBe(5);
  });
});
