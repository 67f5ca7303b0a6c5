/** What crashed: a program, a program killed for its memory (OOM), or the kernel. */
export type CrashKind = 'program' | 'memory' | 'kernel';

export interface Crash {
  kind: CrashKind;
  /** Milliseconds since 1970. */
  at: number;
  name: string;
  pid?: number;
}

/** Prefilter for `journalctl --grep`; `crashOf` decides. */
export const CRASH_WORDS =
  'segfault at|general protection|unhandled|Killed process|Oops|kernel BUG|Kernel panic';

const PROGRAMS: readonly RegExp[] = [
  /^(.{1,16})\[(\d{1,10})\]: segfault at /,
  /^traps: (.{1,16})\[(\d{1,10})\] (?:general protection|trap )/,
  /^(.{1,16})\[(\d{1,10})\]: unhandled /,
];
const OUT_OF_MEMORY =
  /^(?:Out of memory|Memory cgroup out of memory): Killed process (\d{1,10}) \((.{1,16}?)\)/;
const KERNEL = /^(?:Oops: |kernel BUG at |Kernel panic - |watchdog: BUG: soft lockup )/;

/** A crash in a kernel message, or undefined. */
export function crashOf(message: string, at: number): Crash | undefined {
  for (const pattern of PROGRAMS) {
    const [, name, pid] = pattern.exec(message) ?? [];
    if (name !== undefined) return { kind: 'program', at, name: name.trim(), pid: Number(pid) };
  }
  const [, pid, name] = OUT_OF_MEMORY.exec(message) ?? [];
  if (name !== undefined) return { kind: 'memory', at, name, pid: Number(pid) };
  return KERNEL.test(message) ? { kind: 'kernel', at, name: 'kernel' } : undefined;
}

/** One kernel fault logs many lines. */
const ONE_FAULT_MS = 5_000;

/** Deduplicated: the kernel and systemd-coredump both report the same crash. */
export function distinct(crashes: readonly Crash[]): Crash[] {
  const kept: Crash[] = [];
  const seen = new Set<string>();
  let lastFault = -Infinity;
  for (const crash of [...crashes].sort((a, b) => a.at - b.at)) {
    if (crash.kind === 'kernel') {
      const isNew = crash.at - lastFault > ONE_FAULT_MS;
      lastFault = crash.at;
      if (isNew) kept.push(crash);
      continue;
    }
    const key = `${crash.kind} ${crash.pid}`;
    if (crash.pid !== undefined && seen.has(key)) continue;
    seen.add(key);
    kept.push(crash);
  }
  return kept;
}
