import type { Clock } from '@kenny/kernel';
import type { NetworkInterfaceInfo } from 'node:os';
import type { LoadMeter } from '../load/load-meter.js';
import type { SystemFiles } from './system-files.js';

/** Result of a program: its output, or one line about its failure. */
export type ProgramOutput = { ok: true; stdout: string } | ProgramFailure;

export interface ProgramFailure {
  ok: false;
  installed: boolean;
  /** One line for the operator. */
  reason: string;
  /** Null when it never ran or was killed. */
  exitCode: number | null;
  /** First line of its error output, or empty. */
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
 * All that a collector may touch of the machine. Specs pass a small folder tree and recorded output
 * instead.
 */
export interface Probe {
  readonly files: SystemFiles;
  readonly clock: Clock;
  /** What was counted when the report before was read. */
  readonly load: LoadMeter;
  /** Fires at the collector's deadline, or when nobody waits for the reading any more. */
  readonly signal: AbortSignal;
  /** Runs a system program by name, from system folders only. */
  run(program: string, args: readonly string[], options?: ProgramOptions): Promise<ProgramOutput>;
  /** Resolves after `ms`, or rejects when the signal fires. */
  pause(ms: number): Promise<void>;
  addresses(): NodeJS.Dict<NetworkInterfaceInfo[]>;
  /** Only for local, non-FUSE mounts: a dead network mount would block a thread of the pool. */
  volumeSize(mount: string): Promise<VolumeSize>;
}
