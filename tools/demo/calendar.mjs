/**
 * Loaded with `node --import` before the demo's server: its calendar starts in the past, and goes on
 * when it is told to, so that the made-up PCs have a month behind them; with `ago: 0` it is the real
 * one. Timers stay what they are, but that those that look every few minutes go off when they are told
 * to. The monotonic clock goes on by as much as lets each PC report again.
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

/** What waits long, such as the look whether a backup is due: `setTimeout`'s handle, and what to do. */
const LONG_MS = 9 * 60_000;
const waiting = new Map();
const { setTimeout: start, clearTimeout: clear } = globalThis;

globalThis.setTimeout = Object.assign((run, ms, ...given) => {
  const handle = start(() => {
    waiting.delete(handle);
    run(...given);
  }, ms);
  if (ms >= LONG_MS) waiting.set(handle, () => run(...given));
  return handle;
}, start);

globalThis.clearTimeout = (handle) => {
  waiting.delete(handle);
  clear(handle);
};

function lookNow() {
  for (const [handle, run] of [...waiting]) {
    clearTimeout(handle);
    run();
  }
}

process.on('message', (message) => {
  if (message?.type === 'look') lookNow();
  if (message?.type !== 'calendar') return;
  ago = message.ago;
  ahead += REPORTS_AGAIN_MS;
  process.send?.({ type: 'calendar', ago });
});
// The server is to end when it is done; who started it may be gone before.
process.channel?.unref();
ago = Number(process.env.DEMO_BEGINS_AGO ?? 0);
