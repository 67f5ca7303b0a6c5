import type { SectionName } from '@kenny/contract/agent';
import type { Clock } from '@kenny/kernel';
import type { NetworkInterfaceInfo } from 'node:os';
import type { NativePart } from '../platform/windows/native/parts.js';
import type { RegistryKey } from '../platform/windows/registry.js';
import type { WingetRow } from '../platform/windows/winget-table.js';
import type { Collector } from './collector.js';
import type { ProgramOptions, ProgramOutput } from './probe/probe.js';

/** The sections for which nothing lighter than PowerShell answers. */
export type PowershellPart =
  | 'av_thirdparty'
  | 'battery'
  | 'defender'
  | 'defender_quarantine'
  | 'disk_smart'
  | 'encryption'
  | 'peripherals'
  | 'reliability'
  | 'thermals'
  | 'win_update';

/**
 * Everything a collector on Windows may touch, lightest first. Specs give it recorded answers
 * instead. All of it throws `Unreadable` with the reason.
 */
export interface WindowsMachine {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  addresses(): NodeJS.Dict<NetworkInterfaceInfo[]>;
  nameServers(): string[];
  uptimeSecs(): number;
  /**
   * One key of the registry with its values and the names of its subkeys; undefined: no such key.
   * `exact` where letters beyond ASCII count, for keys with little below them.
   */
  registry(key: string, options?: { exact?: boolean }): Promise<RegistryKey | undefined>;
  /** Names of the files in a folder; a folder that is not there is empty. */
  folder(path: string): Promise<string[]>;
  /** What Windows' own libraries say, read in a short-lived child. */
  native(part: NativePart): Promise<unknown>;
  /** A system program by its name, from System32. */
  run(program: string, args: readonly string[], options?: ProgramOptions): Promise<ProgramOutput>;
  updates(): Promise<WingetRow[]>;
  /** The last resort; all parts that are asked in a snapshot run in one process. */
  powershell(part: PowershellPart): Promise<unknown>;
}

export type WindowsCollector<S extends SectionName> = Collector<S, WindowsMachine>;
