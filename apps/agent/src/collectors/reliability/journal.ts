import { parseJsonLines, textAt } from '../../platform/json.js';
import { type Crash, CRASH_WORDS, crashOf } from './crash.js';

/** Message IDs of systemd's sd-messages.h. */
const JOURNAL_STARTED = 'f77379a8490b408bbb5f6940505a777b';
const JOURNAL_STOPPED = 'd93fb3c9c24d451a97cea615ce59c00b';
const COREDUMP = 'fc2e22bc6ee647b6b90729ab34a250b1';
const MAX_LINES = '--lines=5000';

const QUIET = ['--quiet', '--no-pager', '--output=json'];

/** Starts and stops of the journal, and crashes caught by systemd-coredump. */
export function marksQuery(sinceSecs: number): string[] {
  return [
    ...[...QUIET, '--output-fields=MESSAGE_ID,COREDUMP_PID,COREDUMP_COMM', MAX_LINES],
    `--since=@${sinceSecs}`,
    ...[`MESSAGE_ID=${JOURNAL_STARTED}`, '+', `MESSAGE_ID=${JOURNAL_STOPPED}`],
    ...['+', `MESSAGE_ID=${COREDUMP}`],
  ];
}

/** Kernel messages that may report a crash; exit code 1 when there are none. */
export function kernelQuery(sinceSecs: number): string[] {
  return [
    ...[...QUIET, '--output-fields=MESSAGE', MAX_LINES, `--since=@${sinceSecs}`],
    ...[`--grep=${CRASH_WORDS}`, '_TRANSPORT=kernel'],
  ];
}

/**
 * The newest kernel message. Without access to the system's journal the answer is empty and no
 * error, which must not look like a PC without crashes.
 */
export const ACCESS_QUERY = [
  ...QUIET,
  '--output-fields=_TRANSPORT',
  '--lines=1',
  '_TRANSPORT=kernel',
];

/** A kernel message from before a time: does the journal reach back that far? */
export function reachQuery(sinceSecs: number): string[] {
  return [
    ...[...QUIET, '--output-fields=_TRANSPORT', '--lines=1'],
    ...[`--until=@${sinceSecs}`, '_TRANSPORT=kernel'],
  ];
}

export interface Marks {
  coredumps: Crash[];
  /** Boots that ended without the journal being closed. */
  uncleanRestarts: number;
}

/**
 * A boot whose last entry is "started" was cut off. An initramfs has its own journal, which stops
 * in every boot, so only the last entry counts; the running boot has no end yet.
 */
export function parseMarks(text: string): Marks {
  const coredumps: Crash[] = [];
  const boots = new Map<string, { at: number; isOpen: boolean }>();
  for (const entry of parseJsonLines(text)) {
    const at = timeOf(entry);
    const boot = textAt(entry, '_BOOT_ID');
    if (at === undefined || boot === undefined) continue;
    const id = textAt(entry, 'MESSAGE_ID');
    if (id === COREDUMP) coredumps.push(coredumpOf(entry, at));
    else if (id === JOURNAL_STARTED || id === JOURNAL_STOPPED) {
      const known = boots.get(boot);
      if (!known || known.at <= at) boots.set(boot, { at, isOpen: id === JOURNAL_STARTED });
    }
  }
  const inOrder = [...boots.values()].sort((a, b) => a.at - b.at);
  return { coredumps, uncleanRestarts: inOrder.slice(0, -1).filter(({ isOpen }) => isOpen).length };
}

export function parseKernelMessages(text: string): Crash[] {
  return parseJsonLines(text).flatMap((entry) => {
    const at = timeOf(entry);
    const message = textAt(entry, 'MESSAGE');
    return at === undefined || message === undefined ? [] : (crashOf(message, at) ?? []);
  });
}

function coredumpOf(entry: unknown, at: number): Crash {
  const pid = textAt(entry, 'COREDUMP_PID') ?? '';
  return {
    kind: 'program',
    at,
    name: textAt(entry, 'COREDUMP_COMM')?.slice(0, 64) ?? 'a program',
    ...(/^\d{1,10}$/.test(pid) ? { pid: Number(pid) } : {}),
  };
}

/** Microseconds as text: too large for a JSON number. */
function timeOf(entry: unknown): number | undefined {
  const micros = textAt(entry, '__REALTIME_TIMESTAMP') ?? '';
  return /^\d{1,17}$/.test(micros) ? Number(micros) / 1000 : undefined;
}
