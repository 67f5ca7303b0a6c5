/** The pipe to whoever started this process, if it was started with one (`npm start`). */
export interface ParentChannel {
  send(message: object): void;
  onMessage(listener: (message: unknown) => void): void;
  /** Aborted when the other end is gone. */
  readonly gone: AbortSignal;
}

export function parentChannel(): ParentChannel | undefined {
  if (!process.send) return undefined;
  const gone = new AbortController();
  process.once('disconnect', () => gone.abort());
  // The server keeps the process alive, not the pipe: once that has closed, nothing is left to do.
  process.channel?.unref();
  return {
    // A message to somebody who has just gone is nobody's loss; `gone` tells of it.
    send: (message) => void process.send?.(message, undefined, {}, () => undefined),
    onMessage: (listener) => {
      process.on('message', listener);
      // A listener makes Node hold on to the pipe again.
      process.channel?.unref();
    },
    gone: gone.signal,
  };
}
