import fc from 'fast-check';
import { Listener, type Sink } from './listener.js';

/** A listener's line: frames leave one by one, when the test lets them. */
class SlowSink implements Sink {
  ready = false;
  readonly sent: string[] = [];
  private done: (() => void) | undefined;

  readonly send = (frame: Buffer, done: () => void): void => {
    this.sent.push(frame.toString());
    this.ready = false;
    this.done = done;
  };

  /** Takes as many frames as there are, and at most `most`. */
  take(most: number, listener: Listener): void {
    for (let n = 0; n < most; n += 1) {
      const before = this.sent.length;
      this.ready = true;
      if (this.done) this.done();
      else listener.push(Buffer.from('first'));
      if (this.sent.length === before) return;
    }
  }
}

const gapOf = (text: string): number => {
  return text.startsWith('{') ? (JSON.parse(text) as { dropped: number }).dropped : 0;
};

describe('what waits for one listener', () => {
  it('is bounded by number; the gap stands where frames are missing, and ends at half', () => {
    const sink = new SlowSink();
    const listener = new Listener(sink, { queueBytes: 1000, queueMessages: 4 });
    sink.ready = true;
    for (let n = 0; n < 9; n += 1) listener.push(Buffer.from(`${n}`));
    sink.take(2, listener);
    listener.push(Buffer.from('after'));
    sink.take(20, listener);
    expect(sink.sent).toEqual(['0', '1', '2', '3', '4', '{"type":"gap","dropped":4}', 'after']);
  });

  it('is bounded by size, but one frame always fits', () => {
    const sink = new SlowSink();
    const listener = new Listener(sink, { queueBytes: 10, queueMessages: 1000 });
    listener.push(Buffer.from('x'.repeat(50)));
    listener.push(Buffer.from('y'));
    sink.ready = true;
    listener.skip();
    sink.take(5, listener);
    expect(sink.sent).toEqual(['x'.repeat(50), '{"type":"gap","dropped":2}']);
  });

  it('is whole, or its gaps say how much is missing, in any schedule', () => {
    const steps = fc.array(fc.oneof(fc.constant('push' as const), fc.integer({ min: 1, max: 9 })));
    fc.assert(
      fc.property(steps, (schedule) => {
        const sink = new SlowSink();
        const listener = new Listener(sink, { queueBytes: 30, queueMessages: 5 });
        let pushed = 0;
        sink.ready = true;
        for (const step of ['push' as const, ...schedule, 1000]) {
          if (step === 'push') listener.push(Buffer.from(`frame ${(pushed += 1)}`));
          else sink.take(step, listener);
        }
        const missing = sink.sent.reduce((sum, text) => sum + gapOf(text), 0);
        const got = sink.sent
          .filter((text) => text.startsWith('frame'))
          .map((text) => Number(text.slice(6)));
        expect(got.length + missing).toBe(pushed);
        expect(got).toEqual([...got].sort((a, b) => a - b));
      }),
      // The gap itself would not fit.
      { examples: [[Array.from({ length: 6 }, () => 'push' as const)]] },
    );
  });
});
