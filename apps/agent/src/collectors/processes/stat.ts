/** What we use of `/proc/<pid>/stat` (proc(5)). */
export interface ProcessStat {
  name: string;
  state: string;
  /** User and system time in clock ticks. */
  ticks: number;
  /** Boot time in ticks: with the pid it identifies one process. */
  started: number;
}

/** `1054 (name, any bytes) S 1 …`: the name ends at the *last* closing bracket. */
export function parseProcessStat(text: string): ProcessStat | undefined {
  const open = text.indexOf('(');
  const close = text.lastIndexOf(')');
  if (open < 0 || close < open) return undefined;
  const fields = text.slice(close + 2).split(' ');
  // Fields 3, 14, 15 and 22 of proc(5); the list starts at 3.
  const [state, user, system, started] = [fields[0], fields[11], fields[12], fields[19]];
  const numbers = [user, system, started].map(Number);
  if (!state || !/^[A-Za-z]$/.test(state) || !numbers.every(Number.isSafeInteger)) return undefined;
  const [utime = 0, stime = 0, start = 0] = numbers;
  return { name: text.slice(open + 1, close), state, ticks: utime + stime, started: start };
}

/** `VmRSS:\t  12345 kB` of /proc/<pid>/status in bytes; kernel threads have none. */
export function parseResidentBytes(text: string): number {
  const [, kib] = /^VmRSS:\s{0,40}(\d{1,15}) kB$/m.exec(text) ?? [];
  return kib === undefined ? 0 : Number(kib) * 1024;
}

/**
 * The kernel cuts names at 15 characters; the first argument may hold the full one. Only that word
 * is read, since the rest may hold secrets, and only if it really continues the short name.
 */
export function fullName(short: string, cmdline: string): string {
  if (short.length < 15) return short;
  const [program = ''] = cmdline.split('\0', 1);
  const base = program.split('/').at(-1) ?? '';
  return base.startsWith(short) ? base.slice(0, 256) : short;
}
