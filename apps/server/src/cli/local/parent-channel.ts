/** IPC with the parent process, if there is one (`npm start`). */
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
  // The pipe must not keep the process alive.
  process.channel?.unref();
  return {
    // The parent may be gone; `gone` reports it.
    send: (message) => void process.send?.(message, undefined, {}, () => undefined),
    onMessage: (listener) => {
      process.on('message', listener);
      // Adding a listener refs the channel again.
      process.channel?.unref();
    },
    gone: gone.signal,
  };
}
