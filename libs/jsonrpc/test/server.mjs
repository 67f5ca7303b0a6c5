// A program with a door: what `interop.spec.ts` talks to over real pipes.
import { systemClock } from '@kenny/kernel';
import { contentLength, Peer, stdioStreams } from '@kenny/jsonrpc';

const log = {
  warn: (facts, message) => process.stderr.write(`${message}\n`),
  error: (facts, message) => process.stderr.write(`${message}\n`),
};
const peer = new Peer({
  ...{ ...stdioStreams(), framing: contentLength, clock: systemClock, log },
  limits: { flushMs: 100 },
});
const later = (signal) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

peer.onQuick('echo', (params) => params);
peer.onQuick('fill', ({ bytes }) => ({ text: 'x'.repeat(bytes) }));
peer.onQuick('start', (params, context) => {
  peer.notify('event', { n: 1 }, { after: context });
  context.afterReply(() => peer.notify('event', { n: 2 }));
  return { started: true };
});
peer.onQuick('fail', () => {
  throw new Error('hunter2');
});
peer.onQuick('ask', () => ({
  queued: void peer.request('question').then((a) => peer.notify('answered', a)),
}));
peer.onQuick('shutdown', (params, { afterReply }) => {
  afterReply(() => void peer.close());
  return { ok: true };
});
peer.onSlow('wait', (params, { signal }) => later(signal));
peer.start();
process.exitCode = (await peer.closed).reason === 'fatal' ? 1 : 0;
