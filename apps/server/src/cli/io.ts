import { ENV, type EnvName, type EnvVariable } from '@kenny/contract/client';
import { type Clock, systemClock } from '@kenny/kernel';
import { homedir } from 'node:os';

export type TextOutput = NodeJS.WritableStream & {
  readonly isTTY?: boolean;
  readonly columns?: number;
};
export type TextInput = NodeJS.ReadableStream & { readonly isTTY?: boolean };
export type Environment = Readonly<Record<string, string | undefined>>;

/** What a command line touches of the world; a test brings its own. */
export interface CliIo {
  readonly out: TextOutput;
  readonly err: TextOutput;
  readonly input: TextInput;
  readonly env: Environment;
  readonly cwd: string;
  readonly home: string;
  readonly clock: Clock;
  /** Aborted by Ctrl+C and SIGTERM. */
  readonly stop: AbortSignal;
  /**
   * Aborted when standard output cannot be written any more, with the system's error as its reason:
   * nobody reads (as after `| head`), or the disk is full.
   */
  readonly readerGone: AbortSignal;
}

/** As shells count a program that Ctrl+C ended. */
export const EXIT_INTERRUPTED = 130;

/** Ctrl+C reaches us and whoever started us, who passes it on: within this time it is one wish. */
const ONE_WISH_MS = 1_000;

/** The real process. A second wish to end ends it at once. */
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
  // Nothing can be said about it: this is where it would be said.
  process.stderr.on('error', () => undefined);
  return {
    out: process.stdout,
    err: process.stderr,
    input: process.stdin,
    env: process.env,
    cwd: process.cwd(),
    home: homedir(),
    clock: systemClock,
    stop: stopping.signal,
    readerGone: unread.signal,
  };
}

/** A variable's value, or its default; an empty one counts as not set, as everywhere. */
export function settingOf(env: Environment, name: EnvName): string {
  const variable: EnvVariable = ENV[name];
  return env[name]?.trim() || (variable.default ?? '');
}
