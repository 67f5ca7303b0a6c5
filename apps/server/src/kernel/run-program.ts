import type { Clock } from '@kenny/kernel';
import { spawn, type ChildProcess } from 'node:child_process';

/** What it printed, and its exit code; null: it was ended, or is not there. */
export interface Said {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly missing: boolean;
}

/** Of each stream. */
export const MOST_CHARACTERS = 256 * 1024;

export interface ProgramRun {
  /** All that it is told: the server's own variables hold secrets. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** It is ended then. */
  readonly ms: number;
  readonly signal?: AbortSignal;
  /** Ends it when what it has printed so far says all that is to be known. */
  readonly enough?: (text: string) => boolean;
}

/**
 * Runs a program of this computer to its end, in a group of its own: what it starts ends with it, and
 * none of them can ask at the server's terminal. What it prints is data.
 */
export function runProgram(
  clock: Clock,
  program: string,
  args: readonly string[],
  { env, cwd, ms, signal, enough = () => false }: ProgramRun,
): Promise<Said> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      ...{ cwd, env, detached: true },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const said = { stdout: '', stderr: '' };
    const end = () => endGroup(child);
    const limit = clock.setTimer(end, ms);
    signal?.addEventListener('abort', end);
    const done = (code: number | null, missing = false) => {
      limit.cancel();
      signal?.removeEventListener('abort', end);
      resolve({ code, ...said, missing });
    };
    for (const stream of ['stdout', 'stderr'] as const) {
      child[stream].setEncoding('utf8').on('data', (text: string) => {
        said[stream] = (said[stream] + text).slice(0, MOST_CHARACTERS);
        if (said[stream].length === MOST_CHARACTERS || enough(said[stream])) end();
      });
    }
    child.on('error', ({ code }: NodeJS.ErrnoException) => done(null, code === 'ENOENT'));
    child.on('close', (code) => done(code));
  });
}

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // All of it has ended.
  }
}
