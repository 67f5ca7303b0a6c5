import { EXIT_CODES, type ExitCode } from '@kenny/contract/agent';
import { systemClock } from '@kenny/kernel';
import type { Terminal } from './terminal.js';

/** Ctrl+C reaches us and whoever started us, who passes it on: within this time it is one wish. */
const ONE_WISH_MS = 1_000;

/** The real process: signals, streams, environment. A second wish to end ends it at once. */
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
  // Only who started us with such a channel (`npm start`) wants us to end with it, however it ends.
  if (process.connected) {
    process.once('disconnect', () => stopping.abort());
    process.channel?.unref();
  }
  // Whoever read our output may be gone; that is no reason to die with a stack.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  return {
    print: (line) => process.stdout.write(`${line}\n`),
    complain: (line) => process.stderr.write(`${line}\n`),
    env: process.env,
    stopping: stopping.signal,
  };
}

/** Lets the process end by itself; whatever still holds it open has this long. */
const LINGER_MS = 2_000;

export function leave(code: ExitCode): void {
  process.exitCode = code;
  setTimeout(() => process.exit(code), LINGER_MS).unref();
}
