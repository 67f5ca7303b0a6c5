import { ENV, type EnvName, type EnvVariable } from '@kenny/contract/client';
import { type Clock, systemClock } from '@kenny/kernel';
import { homedir } from 'node:os';

export type TextOutput = NodeJS.WritableStream & {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly writableEnded?: boolean;
};
export type TextInput = NodeJS.ReadableStream & { readonly isTTY?: boolean };
export type Environment = Readonly<Record<string, string | undefined>>;

/** Everything a command touches outside the process; tests bring their own. */
export interface CliIo {
  readonly out: TextOutput;
  readonly err: TextOutput;
  readonly input: TextInput;
  readonly env: Environment;
  readonly cwd: string;
  readonly home: string;
  readonly clock: Clock;
  /** From 0 up to 1, for jitter. */
  readonly random: () => number;
  /** Aborted by Ctrl+C and SIGTERM. */
  readonly stop: AbortSignal;
  /**
   * Aborted when standard output cannot be written any more, with the system's error as its reason:
   * nobody reads (as after `| head`), or the disk is full.
   */
  readonly readerGone: AbortSignal;
}

/** As shells report a program ended by Ctrl+C. */
export const EXIT_INTERRUPTED = 130;

/** A parent process passes Ctrl+C on: within this time both signals count as one. */
const ONE_WISH_MS = 1_000;

/** The real process. A second signal ends it at once. */
export function processIo(): CliIo {
  const stopping = new AbortController();
  let wishedAt = 0;
  const unread = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      const now = systemClock.monotonic();
      if (!stopping.signal.aborted) wishedAt = now;
      else if (now - wishedAt > ONE_WISH_MS) process.exit(EXIT_INTERRUPTED);
      stopping.abort();
    });
  }
  process.stdout.on('error', (error) => unread.abort(error));
  // Standard error itself is gone: there is nowhere to report it.
  process.stderr.on('error', () => undefined);
  return {
    out: process.stdout,
    err: process.stderr,
    input: process.stdin,
    env: process.env,
    cwd: process.cwd(),
    home: homedir(),
    clock: systemClock,
    random: Math.random,
    stop: stopping.signal,
    readerGone: unread.signal,
  };
}

/** A variable's value, or its default; an empty one counts as not set, as everywhere. */
export function settingOf(env: Environment, name: EnvName): string {
  const variable: EnvVariable = ENV[name];
  return env[name]?.trim() || (variable.default ?? '');
}
