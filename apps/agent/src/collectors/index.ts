import { CATALOG, type Os, type SectionName, type SectionPayload } from '@kenny/contract/agent';
import { type Clock, systemClock } from '@kenny/kernel';
import type { Instant } from '@kenny/health';
import { thisOs } from '../platform/this-os.js';
import { readCpuTimes } from './load/linux.js';
import { loadMeter } from './load/load-meter.js';
import { sampleMinutes } from './load/sample-minutes.js';
import { systemProbe } from './probe/system-probe.js';
import { collectors } from './registry.js';
import { SnapshotReader, type Survey } from './snapshot.js';

export { readAutostart } from './autostart/linux.js';
export { localHomes } from './autostart/users.js';
export { readVolumes } from './disk/linux.js';
export { readInterfaces, readNameServers } from './network/linux.js';
export type { Probe, ProgramOutput } from './probe/probe.js';
export { systemProbe } from './probe/system-probe.js';
export { Unreadable } from '../errors/unreadable.js';
export { readProcesses } from './processes/linux.js';
export { collectors } from './registry.js';
export { readServices } from './services/linux.js';
export { SnapshotReader, type SectionReport, type SectionState, type Survey } from './snapshot.js';

/** For as long as the agent runs; @returns ends it. */
export async function sampleLoad(clock: Clock): Promise<() => void> {
  const os = thisOs();
  if (os === 'macos') return () => undefined;
  if (os === 'windows') {
    const { processorTimes } = await import('./windows-probe.js');
    return sampleMinutes(loadMeter, () => Promise.resolve(processorTimes()), clock);
  }
  const { files } = systemProbe(new AbortController().signal);
  return sampleMinutes(loadMeter, () => readCpuTimes(files), clock);
}

export interface CollectOptions {
  /** Default: all sections. */
  sections?: readonly SectionName[];
  /** Ends the reading; the promise then rejects with the signal's reason. */
  signal?: AbortSignal;
  /** What the health rules judge by. */
  now: Instant;
  /** Default: the system of this process. */
  os?: Os;
}

const SHARED = {
  clock: systemClock,
  // The section itself tells the operator.
  onFault: () => undefined,
};

type Reader = Pick<SnapshotReader<unknown>, 'survey'>;

/** One per process: a timer's reading and a tool's at the same time share their runs. */
const onLinux: Reader = new SnapshotReader({ ...SHARED, collectors, probe: systemProbe });
const onMacos: Reader = new SnapshotReader({ ...SHARED, collectors: {}, probe: systemProbe });
let onWindows: Promise<Reader> | undefined;

/** Loaded on Windows only, to save memory elsewhere. */
async function loadWindows(): Promise<Reader> {
  const [{ windowsCollectors }, { windowsProbe }] = await Promise.all([
    import('./windows.js'),
    import('./windows-probe.js'),
  ]);
  return new SnapshotReader({
    ...SHARED,
    collectors: windowsCollectors,
    probe: (signal: AbortSignal) => windowsProbe(signal),
    // All at once, so that questions to the same program share one process. Its parts have their
    // own deadlines, so the section's is that of the whole.
    atOnce: CATALOG.sections.length,
    deadlineMs: WINDOWS_SECTION_MS,
  });
}

function readerOf(os: Os): Reader | Promise<Reader> {
  if (os === 'windows') return (onWindows ??= loadWindows());
  return os === 'linux' ? onLinux : onMacos;
}

/** Below the snapshot's budget of 50 s. */
const WINDOWS_SECTION_MS = 45_000;

/** This PC's health now: section name → payload, valid and small enough to send. */
export async function collectSnapshot(
  options: CollectOptions,
): Promise<Record<string, SectionPayload>> {
  return (await survey(options)).snapshot;
}

/** The snapshot, and for each section whether it was collected, absent or unreadable, and why. */
export async function survey({ os = thisOs(), ...rest }: CollectOptions): Promise<Survey> {
  return (await readerOf(os)).survey({ os, ...rest });
}
