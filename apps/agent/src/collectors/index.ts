import { type Os, type SectionName, type SectionPayload, systemClock } from '@kenny/contract/agent';
import type { Instant } from '@kenny/health';
import { systemProbe } from './probe/system-probe.js';
import { collectors } from './registry.js';
import { SnapshotReader, type Survey } from './snapshot.js';

export { readAutostart } from './autostart/linux.js';
export { readVolumes, type VolumeReading } from './disk/linux.js';
export { type NetworkInterface, readInterfaces, readNameServers } from './network/linux.js';
export type { Probe, ProgramOutput } from './probe/probe.js';
export { systemProbe } from './probe/system-probe.js';
export { Unreadable } from './probe/unreadable.js';
export { readProcesses } from './processes/linux.js';
export { collectors } from './registry.js';
export { readServices } from './services/linux.js';
export { SnapshotReader, type SectionReport, type SectionState, type Survey } from './snapshot.js';

export interface CollectOptions {
  /** Left out: all sections. */
  sections?: readonly SectionName[];
  /** Ends the reading; the promise then rejects with the signal's reason. */
  signal?: AbortSignal;
  /** What the health rules judge by. */
  now: Instant;
  /** Left out: the system this process runs on. */
  os?: Os;
}

/** One for the process: a timer's reading and a tool's reading at the same time share their runs. */
const reader = new SnapshotReader({
  collectors,
  probe: (signal) => systemProbe(signal),
  clock: systemClock,
  // The section itself carries the fault's text to the operator.
  onFault: () => undefined,
});

/** This PC's health now: section name → payload, valid by the contract and small enough to send. */
export async function collectSnapshot(
  options: CollectOptions,
): Promise<Record<string, SectionPayload>> {
  return (await survey(options)).snapshot;
}

/** The snapshot, and for each section whether it was collected, is absent or unreadable, and why. */
export function survey({ os = thisSystem(), ...rest }: CollectOptions): Promise<Survey> {
  return reader.survey({ os, ...rest });
}

function thisSystem(): Os {
  if (process.platform === 'win32') return 'windows';
  return process.platform === 'darwin' ? 'macos' : 'linux';
}
