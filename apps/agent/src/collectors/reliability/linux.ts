import { DAY_MS } from '@kenny/kernel';
import { type Collector, reading } from '../collector.js';
import type { Probe } from '../probe/probe.js';
import { Unreadable } from '../../errors/unreadable.js';
import { parseUptime } from '../uptime/linux.js';
import { count, durationText, some } from '../words.js';
import { type Crash, type CrashKind, distinct } from './crash.js';
import {
  ACCESS_QUERY,
  kernelQuery,
  marksQuery,
  parseKernelMessages,
  parseMarks,
  reachQuery,
} from './journal.js';
import { parseDmesg, parseSyslog } from './log-lines.js';
import { parseWtmp } from './wtmp.js';

const WINDOW_DAYS = 7;
const WINDOW_MS = WINDOW_DAYS * DAY_MS;
const QUERY_TIMEOUT_MS = 10_000;
const LOGS = ['/var/log/kern.log', '/var/log/messages', '/var/log/syslog'];
const LOG_BYTES = 4 * 1024 * 1024;
const WTMP = '/var/log/wtmp';
/** Whole records of both layouts (384 and 400 bytes): 9,600 is their least common multiple. */
const WTMP_BYTES = 200 * 9_600;

/** What one source tells of the last days. */
interface Records {
  crashes: readonly Crash[];
  /** Undefined: this source does not tell. */
  uncleanRestarts?: number;
  /** The period that it does not cover. */
  note?: string;
}
type Answer = Records | { failed: string };

/** Most complete first. */
const WAYS: readonly ((probe: Probe) => Promise<Answer>)[] = [askJournal, readLogs, askKernel];

/**
 * Linux has no stability index and logs many harmless errors, so only real crashes count: of
 * programs, of the kernel, and boots without a shutdown before.
 */
export const reliability: Collector<'reliability'> = async (probe) => {
  const failures: string[] = [];
  for (const ask of WAYS) {
    const answer = await ask(probe);
    if ('failed' in answer) failures.push(answer.failed);
    else return readingOf(probe, answer);
  }
  throw new Unreadable(`nothing tells of crashes here: ${failures.join('; ')}`);
};

async function readingOf(probe: Probe, records: Records): ReturnType<typeof reliability> {
  const now = probe.clock.now();
  const crashes = distinct(records.crashes).filter(({ at }) => now - at < WINDOW_MS);
  const unclean = records.uncleanRestarts ?? (await uncleanByWtmp(probe));
  const notes = [
    ...(records.note === undefined ? [] : [records.note]),
    ...(unclean === undefined ? ['nothing tells how it was shut down'] : []),
  ];
  return reading<'reliability'>([summaryOf(crashes, unclean ?? 0), ...notes].join('; '), {
    stability_index: null,
    recent_crashes: crashes.length + (unclean ?? 0),
  });
}

async function askJournal(probe: Probe): Promise<Answer> {
  const since = Math.floor((probe.clock.now() - WINDOW_MS) / 1000);
  const options = { timeoutMs: QUERY_TIMEOUT_MS };
  const marks = await probe.run('journalctl', marksQuery(since), options);
  if (!marks.ok) return { failed: marks.reason };
  const access = await probe.run('journalctl', ACCESS_QUERY, options);
  if (!access.ok || !access.stdout.startsWith('{')) {
    return { failed: 'the journal shows no messages of the kernel to the agent' };
  }
  const kernel = await probe.run('journalctl', kernelQuery(since), options);
  const hasNone = !kernel.ok && kernel.exitCode === 1 && kernel.said === '';
  if (!kernel.ok && !hasNone) return { failed: kernel.reason };
  const { coredumps, uncleanRestarts } = parseMarks(marks.stdout);
  const messages = kernel.ok ? parseKernelMessages(kernel.stdout) : [];
  const reach = await probe.run('journalctl', reachQuery(since), options);
  const isWhole = reach.ok && reach.stdout.startsWith('{');
  const note = isWhole ? {} : { note: 'the journal is younger than that' };
  return { crashes: [...coredumps, ...messages], uncleanRestarts, ...note };
}

async function readLogs(probe: Probe): Promise<Answer> {
  for (const path of LOGS) {
    const text = await probe.files.lastLines(path, LOG_BYTES);
    if (text === undefined) continue;
    // The week may have begun in the previous file.
    const before = (await probe.files.lastLines(`${path}.1`, LOG_BYTES)) ?? '';
    return { crashes: parseSyslog(`${before}\n${text}`, probe.clock.now()) };
  }
  return { failed: `there is no ${LOGS.join(', ')}` };
}

async function askKernel(probe: Probe): Promise<Answer> {
  const output = await probe.run('dmesg', []);
  if (!output.ok) return { failed: output.reason };
  const uptime = parseUptime((await probe.files.readIfThere('/proc/uptime')) ?? '');
  const started = probe.clock.now() - (uptime ?? 0) * 1000;
  const buffer = uptime === undefined ? undefined : parseDmesg(output.stdout, started);
  if (!buffer || uptime === undefined) return { failed: 'dmesg answered in an unknown form' };
  const limit = buffer.isWhole
    ? `nothing is known of before the start ${durationText(uptime)} ago`
    : 'only what is left in the buffer of the kernel is known';
  if (buffer.isWhole && uptime * 1000 > WINDOW_MS) return { crashes: buffer.crashes };
  // Known crashes are reported even so; "none" needs full coverage.
  if (buffer.crashes.length === 0) return { failed: `dmesg shows no crash, but ${limit}` };
  return { crashes: buffer.crashes, note: limit };
}

/** Undefined when boots are not recorded. */
async function uncleanByWtmp(probe: Probe): Promise<number | undefined> {
  const bytes = await probe.files.lastBytes(WTMP, WTMP_BYTES);
  const restarts = bytes && parseWtmp(bytes);
  const now = probe.clock.now();
  return restarts?.filter(({ at, isClean }) => !isClean && now - at < WINDOW_MS).length;
}

const WORDS: Readonly<Record<CrashKind, (n: number) => string>> = {
  program: (n) => `${count(n, 'program')} crashed`,
  memory: (n) => `${count(n, 'program')} ended for lack of memory`,
  kernel: (n) => count(n, 'fault of the kernel', 'faults of the kernel'),
};

function summaryOf(crashes: readonly Crash[], unclean: number): string {
  const parts = (['program', 'memory', 'kernel'] as const).flatMap((kind) => {
    const found = crashes.filter((crash) => crash.kind === kind);
    if (found.length === 0) return [];
    const names = [...new Set(found.map(({ name }) => name))];
    return [`${WORDS[kind](found.length)}${kind === 'kernel' ? '' : ` (${some(names, 3)})`}`];
  });
  if (unclean > 0) parts.push(`${count(unclean, 'restart')} without a shutdown`);
  return `${parts.length === 0 ? 'nothing crashed' : parts.join(', ')} in the last ${WINDOW_DAYS} days`;
}
