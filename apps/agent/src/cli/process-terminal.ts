import { EXIT_CODES, type ExitCode } from '@kenny/contract/agent';
import { systemClock } from '@kenny/kernel';
import type { Terminal } from './terminal.js';

/** Ctrl+C reaches us and our parent, which passes it on: within this time they are one request. */
const ONE_WISH_MS = 1_000;

/** The real process: signals, streams, environment. A second signal ends it at once. */
export function processTerminal(): Terminal {
  const stopping = new AbortController();
  let wishedAt = 0;
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGBREAK'] as const) {
    process.on(signal, () => {
      const now = systemClock.monotonic();
      if (!stopping.signal.aborted) wishedAt = now;
      else if (now - wishedAt > ONE_WISH_MS) process.exit(EXIT_CODES.failed);
      stopping.abort();
    });
  }
  // Only a parent with such a channel (`npm start`) wants us to exit with it.
  if (process.connected) {
    process.once('disconnect', () => stopping.abort());
    process.channel?.unref();
  }
  // The reader of our output may be gone; that is no reason for a stack trace.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  return {
    print: (line) => process.stdout.write(`${line}\n`),
    complain: (line) => process.stderr.write(`${line}\n`),
    env: process.env,
    stopping: stopping.signal,
  };
}

/** Lets the process exit by itself; open handles have this long. */
const LINGER_MS = 2_000;

export function leave(code: ExitCode): void {
  process.exitCode = code;
  setTimeout(() => process.exit(code), LINGER_MS).unref();
}
