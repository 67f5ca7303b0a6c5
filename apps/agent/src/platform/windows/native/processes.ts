import { setTimeout as delay } from 'node:timers/promises';
import { closeHandle, handleCloser } from './handles.js';
import type { NativeFunction, NativeLibrary } from './library.js';
import { handleOf, textFrom, ticksAt } from './memory-layout.js';

export interface NativeProcess {
  pid: number;
  parent: number;
  name: string;
  /** Null where even the service has no access. */
  bytes: number | null;
  /** Percent of one processor over the sample; null when unknown. */
  cpu: number | null;
}

/** A running process and its parent. */
export type ListedProcess = Pick<NativeProcess, 'pid' | 'parent' | 'name'>;

const SAMPLE_MS = 500;
const TICKS_PER_MS = 10_000;
const TH32CS_SNAPPROCESS = 2;
/** PROCESSENTRY32W on 64-bit Windows. */
const ENTRY_SIZE = 568;
const ENTRY = { pid: 8, parent: 32, name: 44 } as const;
const PROCESS_QUERY_LIMITED_INFORMATION = 0x1000;
/** PROCESS_MEMORY_COUNTERS; the working set. */
const COUNTERS = { size: 72, workingSet: 16 } as const;
/** More than Windows can run, so that an endless list ends. */
const MOST = 100_000;

interface Usage {
  bytes: number | null;
  ticks: number | null;
  created: number;
}

/** All processes with memory and CPU share, sampled over half a second. */
export async function readNativeProcesses(library: NativeLibrary): Promise<NativeProcess[]> {
  const listed = listProcesses(library);
  const usage = usageReader(library);
  const before = new Map(listed.map(({ pid }) => [pid, usage(pid)]));
  const start = performance.now();
  await delay(SAMPLE_MS);
  const elapsed = (performance.now() - start) * TICKS_PER_MS;
  return listed.map((one) => {
    const [first, second] = [before.get(one.pid), usage(one.pid)];
    return {
      ...one,
      bytes: second.bytes ?? first?.bytes ?? null,
      cpu: shareOf(first, second, elapsed),
    };
  });
}

/** Processes and their parents only. */
export function listProcesses(library: NativeLibrary): ListedProcess[] {
  const kernel = library.load('kernel32.dll');
  const snapshot = kernel.func(
    'int64_t __stdcall CreateToolhelp32Snapshot(uint32_t what, uint32_t pid)',
  );
  const first = kernel.func('int __stdcall Process32FirstW(int64_t snapshot, void *entry)');
  const next = kernel.func('int __stdcall Process32NextW(int64_t snapshot, void *entry)');
  const handle = handleOf(snapshot(TH32CS_SNAPPROCESS, 0));
  if (handle === undefined) throw new Error('Windows does not show its processes');
  const found: ListedProcess[] = [];
  const entry = Buffer.alloc(ENTRY_SIZE);
  entry.writeUInt32LE(ENTRY_SIZE, 0);
  for (let more = first(handle, entry); more && found.length < MOST; more = next(handle, entry)) {
    found.push(parseProcessEntry(entry));
  }
  closeHandle(library, handle);
  // Process 0 is the idle time of the processors.
  return found.filter(({ pid }) => pid !== 0);
}

/** Descendants of a process, nearest first. Pids are reused, so parents may form a cycle. */
export function descendantsOf(
  leader: number,
  processes: readonly ListedProcess[],
): ListedProcess[] {
  const found = new Map<number, ListedProcess>();
  for (let near = [leader]; near.length > 0;) {
    const next = processes.filter(
      ({ pid, parent }) => near.includes(parent) && pid !== leader && !found.has(pid),
    );
    for (const one of next) found.set(one.pid, one);
    near = next.map(({ pid }) => pid);
  }
  return [...found.values()];
}

export function parseProcessEntry(entry: Buffer): ListedProcess {
  return {
    pid: entry.readUInt32LE(ENTRY.pid),
    parent: entry.readUInt32LE(ENTRY.parent),
    name: textFrom(entry, ENTRY.name, ENTRY_SIZE),
  };
}

function usageReader(library: NativeLibrary): (pid: number) => Usage {
  const kernel = library.load('kernel32.dll');
  const open = kernel.func(
    'int64_t __stdcall OpenProcess(uint32_t access, int inherit, uint32_t pid)',
  );
  const close = handleCloser(library);
  const counters = kernel.func(
    'int __stdcall K32GetProcessMemoryInfo(int64_t process, void *counters, uint32_t size)',
  );
  const times = kernel.func(
    'int __stdcall GetProcessTimes(int64_t process, void *created, void *ended, void *kernel, void *user)',
  );
  return (pid) => {
    const process = handleOf(open(PROCESS_QUERY_LIMITED_INFORMATION, 0, pid));
    if (process === undefined) return { bytes: null, ticks: null, created: 0 };
    const bytes = workingSet(counters, process);
    const [created, ended, inKernel, inUser] = [0, 0, 0, 0].map(() => Buffer.alloc(8)) as Buffers;
    const told = times(process, created, ended, inKernel, inUser);
    close(process);
    const ticks = told ? ticksAt(inKernel, 0) + ticksAt(inUser, 0) : null;
    return { bytes, ticks, created: ticksAt(created, 0) };
  };
}

type Buffers = [Buffer, Buffer, Buffer, Buffer];

function workingSet(ask: NativeFunction, process: Parameters<NativeFunction>[0]): number | null {
  const counters = Buffer.alloc(COUNTERS.size);
  counters.writeUInt32LE(COUNTERS.size, 0);
  if (!ask(process ?? null, counters, COUNTERS.size)) return null;
  return Number(counters.readBigUInt64LE(COUNTERS.workingSet));
}

/** Null when it ended during the sample, its pid was reused, or we have no access. */
export function shareOf(before: Usage | undefined, after: Usage, elapsed: number): number | null {
  if (!before || before.ticks === null || after.ticks === null) return null;
  if (before.created !== after.created || elapsed <= 0) return null;
  return Math.round((1000 * Math.max(0, after.ticks - before.ticks)) / elapsed) / 10;
}
