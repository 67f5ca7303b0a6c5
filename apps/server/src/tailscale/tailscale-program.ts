import { SECOND_MS, type Clock } from '@kenny/kernel';
import { delimiter } from 'node:path';
import type { AppConfig } from '../config/index.js';
import { runProgram, type Said } from '../kernel/index.js';

/** A reading answers at once; what shares something asks a server of Tailscale first. */
export const TAILSCALE_MS = { reading: 5 * SECOND_MS, sharing: 20 * SECOND_MS } as const;

/** The program `tailscale` of this computer. What it prints is data of strangers. */
export class TailscaleProgram {
  constructor(
    private readonly places: Pick<AppConfig['places'], 'path' | 'home'>,
    private readonly clock: Clock,
  ) {}

  /** @param enough - ends it when what it has printed so far says all that is to be known */
  run(args: readonly string[], ms: number, enough?: (text: string) => boolean): Promise<Said> {
    const { path, home } = this.places;
    const env = { PATH: path.join(delimiter), HOME: home };
    return runProgram(this.clock, 'tailscale', args, { env, ms, ...(enough ? { enough } : {}) });
  }
}
