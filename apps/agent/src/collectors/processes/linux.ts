import type { ReportedProcess } from '@kenny/contract/agent';
import { type Collector, unreadable } from '../collector.js';
import type { Probe } from '../probe/probe.js';
import { round } from '../words.js';
import { processReading, SHOWN } from './process-reading.js';
import { fullName, parseProcessStat, parseResidentBytes, type ProcessStat } from './stat.js';

const SAMPLE_MS = 500;
/** USER_HZ is 100 on every architecture Linux runs on (times(2)). */
const TICKS_PER_SECOND = 100;
/** Processes per slice, so that the event loop is not blocked. */
const SLICE = 32;

interface Seen extends ProcessStat {
  pid: number;
  bytes: number;
}

export const processes: Collector<'processes'> = async (probe) => {
  const found = await readProcesses(probe, SHOWN);
  if (found.count === 0) return unreadable('/proc shows no processes');
  return processReading(found, found.partial ? " that the agent's account may see" : '');
};

/**
 * The processes with the most memory, largest first, with their share of one processor over half a
 * second. Those that end meanwhile are left out. Shared with `diag_processes`.
 */
export async function readProcesses(
  probe: Probe,
  max: number,
): Promise<{ count: number; partial: boolean; processes: ReportedProcess[] }> {
  const before = await listProcesses(probe);
  const top = before.sort((a, b) => b.bytes - a.bytes || a.pid - b.pid).slice(0, max);
  const start = probe.clock.monotonic();
  await probe.pause(SAMPLE_MS);
  const after = new Map<number, ProcessStat>();
  await inSlices(probe, top, async ({ pid }) => {
    const stat = await readStat(probe, pid);
    if (stat) after.set(pid, stat);
  });
  const seconds = (probe.clock.monotonic() - start) / 1000;
  const shown = new Map<number, ReportedProcess>();
  await inSlices(probe, top, async (seen) => {
    const cpu = shareOf(seen, after.get(seen.pid), seconds);
    const name = await nameOf(probe, seen);
    shown.set(seen.pid, { pid: seen.pid, name, cpu, mem_bytes: seen.bytes });
  });
  return {
    count: before.length,
    partial: await hidesOthers(probe),
    processes: top.flatMap(({ pid }) => shown.get(pid) ?? []),
  };
}

async function listProcesses(probe: Probe): Promise<Seen[]> {
  const pids = (await probe.files.list('/proc')).filter((name) => /^\d{1,9}$/.test(name));
  const seen: Seen[] = [];
  await inSlices(probe, pids, async (text) => {
    const pid = Number(text);
    const stat = await readStat(probe, pid);
    if (!stat || stat.state === 'Z' || stat.state === 'X') return;
    const status = await readVanishing(probe, `/proc/${pid}/status`);
    if (status !== undefined) seen.push({ ...stat, pid, bytes: parseResidentBytes(status) });
  });
  return seen;
}

async function readStat(probe: Probe, pid: number): Promise<ProcessStat | undefined> {
  const text = await readVanishing(probe, `/proc/${pid}/stat`);
  return text === undefined ? undefined : parseProcessStat(text);
}

/** A process may end between listing and reading: not a failure of the probe. */
async function readVanishing({ files }: Probe, path: string): Promise<string | undefined> {
  return files.attribute(path);
}

/** `cmdline` waits for the process's memory lock, so one that hangs in the kernel is not asked. */
async function nameOf(probe: Probe, seen: Seen): Promise<string> {
  if (seen.name.length < 15 || seen.state === 'D') return seen.name;
  const cmdline = await readVanishing(probe, `/proc/${seen.pid}/cmdline`);
  return fullName(seen.name, cmdline ?? '');
}

/** Null when the process ended during the sample. */
function shareOf(
  before: ProcessStat,
  after: ProcessStat | undefined,
  seconds: number,
): number | null {
  if (after === undefined || after.started !== before.started || seconds <= 0) return null;
  return round((100 * Math.max(0, after.ticks - before.ticks)) / TICKS_PER_SECOND / seconds, 1);
}

/** A /proc mounted with `hidepid` shows other people's processes only to root. */
async function hidesOthers({ files }: Probe): Promise<boolean> {
  return (await files.attribute('/proc/1/stat')) === undefined;
}

async function inSlices<T>(
  { signal }: Probe,
  all: readonly T[],
  visit: (one: T) => Promise<void>,
): Promise<void> {
  for (let next = 0; next < all.length; next += SLICE) {
    signal.throwIfAborted();
    await Promise.all(all.slice(next, next + SLICE).map(visit));
  }
}
