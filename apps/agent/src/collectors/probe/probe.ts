import type { Clock } from '@kenny/kernel';
import type { NetworkInterfaceInfo } from 'node:os';
import type { SystemFiles } from './system-files.js';

/** How a program ended, with the two ways to say it: its output, or one line about the failure. */
export type ProgramOutput = { ok: true; stdout: string } | ProgramFailure;

export interface ProgramFailure {
  ok: false;
  installed: boolean;
  /** One line for the operator. */
  reason: string;
  /** Null when the program never ran or did not end by itself. */
  exitCode: number | null;
  /** The first line of its own words, empty when it said nothing. */
  said: string;
}

export interface ProgramOptions {
  /** Default 5 s; the collector's own deadline ends it as well. */
  timeoutMs?: number;
  /** Exit codes that count as success; default only 0. */
  exitCodes?: readonly number[];
}

/** What `statfs` says of one volume, in bytes. */
export interface VolumeSize {
  total: number;
  /** Unused, including what only root may use. */
  free: number;
  /** What an ordinary user may still write. */
  available: number;
}

/**
 * Everything a collector may touch: the seam between the collectors and the machine. Specs give it a
 * small made tree and recorded output instead.
 */
export interface Probe {
  readonly files: SystemFiles;
  readonly clock: Clock;
  /** Fires at the collector's deadline or when nobody waits for the reading any more. */
  readonly signal: AbortSignal;
  /** Runs a system program by its bare name, looked for in the system folders only. */
  run(program: string, args: readonly string[], options?: ProgramOptions): Promise<ProgramOutput>;
  /** Resolves after `ms`, or rejects when the signal fires. */
  pause(ms: number): Promise<void>;
  addresses(): NodeJS.Dict<NetworkInterfaceInfo[]>;
  /** Only for local, non-FUSE mounts: a dead network mount would hold a thread of the pool. */
  volumeSize(mount: string): Promise<VolumeSize>;
}
