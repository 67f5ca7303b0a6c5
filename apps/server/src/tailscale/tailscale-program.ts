import { SECOND_MS, type Clock } from '@kenny/kernel';
import { spawn } from 'node:child_process';
import { delimiter } from 'node:path';
import type { AppConfig } from '../config/index.js';

/** What it printed, and its exit code; null: it was ended, or is not there. */
export interface Said {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly missing: boolean;
}

/** A reading answers at once; what shares something asks a server of Tailscale first. */
export const TAILSCALE_MS = { reading: 5 * SECOND_MS, sharing: 20 * SECOND_MS } as const;
/** Of each stream: its own state without other devices takes a few KB. */
export const MOST_CHARACTERS = 256 * 1024;

/** The program `tailscale` of this computer. What it prints is data of strangers. */
export class TailscaleProgram {
  constructor(
    private readonly places: Pick<AppConfig['places'], 'path' | 'home'>,
    private readonly clock: Clock,
  ) {}

  /** @param enough - ends it when what it has printed so far says all that is to be known */
  run(
    args: readonly string[],
    ms: number,
    enough: (text: string) => boolean = () => false,
  ): Promise<Said> {
    return new Promise((resolve) => {
      const child = spawn('tailscale', args, {
        // The server's own variables hold secrets.
        env: { PATH: this.places.path.join(delimiter), HOME: this.places.home },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const said = { stdout: '', stderr: '' };
      const end = () => void child.kill('SIGKILL');
      const limit = this.clock.setTimer(end, ms);
      const done = (code: number | null, missing = false) => {
        limit.cancel();
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
}
