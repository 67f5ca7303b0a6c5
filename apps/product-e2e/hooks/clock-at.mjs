/**
 * Loaded with `node --import` before a server: its calendar begins at `CLOCK_AT` and goes on from
 * there. Timers and the monotonic clock stay what they are.
 */
const at = Date.parse(process.env.CLOCK_AT ?? '');
if (Number.isNaN(at)) throw new Error('CLOCK_AT must be a time such as 2026-06-04T09:30:00Z');

const RealDate = globalThis.Date;
const offset = at - RealDate.now();

globalThis.Date = class Date extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + offset);
    else super(...given);
  }

  static now() {
    return RealDate.now() + offset;
  }
};
