/**
 * Loaded with `node --import` before the demo's server: its calendar starts in the past, and goes on
 * when it is told to, so that the made-up PCs have a month behind them; with `ago: 0` it is the real
 * one. Timers stay what they are. The monotonic clock goes on by as much as lets each PC report again.
 */
const RealDate = globalThis.Date;
const REPORTS_AGAIN_MS = 10_000;
let ago = 0;
let ahead = 0;

globalThis.Date = class Date extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(Date.now());
    else super(...given);
  }

  static now() {
    return RealDate.now() - ago;
  }
};

const now = performance.now.bind(performance);
performance.now = () => now() + ahead;

process.on('message', (message) => {
  if (message?.type !== 'calendar') return;
  ago = message.ago;
  ahead += REPORTS_AGAIN_MS;
  process.send?.({ type: 'calendar', ago });
});
// The server is to end when it is done; who started it may be gone before.
process.channel?.unref();
ago = Number(process.env.DEMO_BEGINS_AGO ?? 0);
