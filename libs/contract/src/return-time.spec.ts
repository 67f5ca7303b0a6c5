import fc from 'fast-check';
import { RETURN_TIME_S, returnTimeOf, withReturnTime } from './return-time.js';

describe('the time after which a busy server has room', () => {
  it('is read back as it was written, in whole seconds', () => {
    expect(returnTimeOf(withReturnTime('too many connections', 6.2))).toBe(7);
  });

  it.each(['the server is stopping', '', '; again in 0 s', '; again in 100 s', 'again in 7 s ago'])(
    'is not told by %j',
    (reason) => expect(returnTimeOf(reason)).toBeUndefined(),
  );

  it('never lies outside of a second to a minute, whatever is said', () => {
    fc.assert(
      fc.property(fc.string(), fc.double({ noNaN: true }), (reason, seconds) => {
        const told = returnTimeOf(withReturnTime(reason, seconds)) ?? Number.NaN;
        expect(told).toBeGreaterThanOrEqual(RETURN_TIME_S.min);
        expect(told).toBeLessThanOrEqual(RETURN_TIME_S.max);
      }),
    );
    fc.assert(
      fc.property(fc.nat(200), (seconds) => {
        const told = returnTimeOf(`full; again in ${seconds} s`) ?? RETURN_TIME_S.min;
        expect(told).toBeGreaterThanOrEqual(RETURN_TIME_S.min);
        expect(told).toBeLessThanOrEqual(RETURN_TIME_S.max);
      }),
    );
  });
});
