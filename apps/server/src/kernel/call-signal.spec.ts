import { abortSignalOf, CallAbortController } from './call-signal.js';

describe('CallAbortController', () => {
  it('tells everybody who listens then, once, and nobody who stopped', () => {
    const gone = new CallAbortController();
    const told: string[] = [];
    const stopped = () => told.push('stopped');
    gone.addEventListener('abort', () => told.push('a'));
    gone.addEventListener('abort', stopped);
    gone.removeEventListener('abort', stopped);
    expect(gone.aborted).toBe(false);
    gone.abort();
    gone.abort();
    gone.addEventListener('abort', () => told.push('late'));
    expect([gone.aborted, told]).toEqual([true, ['a']]);
  });
});

describe('abortSignalOf', () => {
  it('follows a signal that is none of the platform, also one that has gone before', () => {
    const gone = new CallAbortController();
    const early = abortSignalOf(gone);
    expect(early.aborted).toBe(false);
    gone.abort();
    expect([early.aborted, abortSignalOf(gone).aborted]).toEqual([true, true]);
  });

  it("leaves the platform's own as they are", () => {
    const { signal } = new AbortController();
    expect(abortSignalOf(signal)).toBe(signal);
  });
});
