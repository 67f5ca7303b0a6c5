import type { SectionName } from '@kenny/contract/agent';
import type { Clock } from '@kenny/kernel';
import type { NetworkInterfaceInfo } from 'node:os';
import type { NativePart } from '../platform/windows/native/parts.js';
import type { RegistryKey } from '../platform/windows/registry.js';
import type { WingetRow } from '../platform/windows/winget-table.js';
import type { Collector } from './collector.js';
import type { CpuTimes } from './load/counters.js';
import type { LoadMeter } from './load/load-meter.js';
import type { ProgramOptions, ProgramOutput } from './probe/probe.js';

/** Sections that only PowerShell can answer. */
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
 * All that a collector may touch on Windows, cheapest first. Specs pass recorded answers instead.
 * Everything throws `Unreadable` with the reason.
 */
export interface WindowsMachine {
  readonly clock: Clock;
  /** What was counted when the report before was read. */
  readonly load: LoadMeter;
  readonly signal: AbortSignal;
  addresses(): NodeJS.Dict<NetworkInterfaceInfo[]>;
  nameServers(): string[];
  uptimeSecs(): number;
  /** Undefined where Windows shows no processor. */
  processorTimes(): CpuTimes | undefined;
  /** In bytes. */
  memorySizes(): { total: number; available: number };
  /**
   * A registry key with its values and the names of its subkeys; undefined: no such key. `exact`
   * where non-ASCII characters matter, for small keys.
   */
  registry(key: string, options?: { exact?: boolean }): Promise<RegistryKey | undefined>;
  /** Names of the files in a folder; empty for a missing one. */
  folder(path: string): Promise<string[]>;
  /** Native calls, made in a short-lived child. */
  native(part: NativePart): Promise<unknown>;
  /** A system program by its name, from System32. */
  run(program: string, args: readonly string[], options?: ProgramOptions): Promise<ProgramOutput>;
  updates(): Promise<WingetRow[]>;
  /** Most expensive; all parts of a snapshot run in one process. */
  powershell(part: PowershellPart): Promise<unknown>;
}

export type WindowsCollector<S extends SectionName> = Collector<S, WindowsMachine>;
