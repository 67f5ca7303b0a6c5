import type { LoggedEvent } from '@kenny/contract/agent';
import { Unreadable, type Probe } from '../../collectors/index.js';
import { ToolFailure } from '../../errors/tool-failure.js';
import { JOURNAL_FIELDS, parseJournal } from './journal-entries.js';
import { parseSyslog } from './syslog-lines.js';

/** systemd's own rule for unit names, without `\` and without the wildcards `* ? [`. */
const UNIT = /^[A-Za-z0-9][A-Za-z0-9:_.@-]{0,254}$/;

/** Named logs; anything else is a unit. */
const NAMED: Readonly<Record<string, { matches: readonly string[]; files: readonly string[] }>> = {
  system: { matches: [], files: ['/var/log/syslog', '/var/log/messages'] },
  // Facilities auth and authpriv; `+` is journalctl's "or".
  auth: {
    matches: ['SYSLOG_FACILITY=4', '+', 'SYSLOG_FACILITY=10'],
    files: ['/var/log/auth.log', '/var/log/secure'],
  },
  kernel: { matches: ['_TRANSPORT=kernel'], files: ['/var/log/kern.log'] },
};

/** Text files are read from their end; below a probe's output cap. */
const TAIL_BYTES = 512 * 1024;
const JOURNAL_MS = 20_000;

/**
 * The newest events of `system`, `auth`, `kernel` or one unit, newest first: from systemd's
 * journal, or without one from the text files of /var/log.
 * @throws Unreadable when neither can be read; ToolFailure for an invalid name
 */
export async function readEvents(probe: Probe, log: string, count: number): Promise<LoggedEvent[]> {
  const named = Object.hasOwn(NAMED, log) ? NAMED[log] : undefined;
  if (!named && !UNIT.test(log)) {
    throw new ToolFailure('bad_args', 'log: must be system, auth, kernel or the name of a unit');
  }
  const journal = await fromJournal(probe, named ? named.matches : [`--unit=${log}`], count);
  if (Array.isArray(journal) && journal.length > 0) return journal;
  if (!named) return unitEvents(probe, log, journal);
  const text = await fromFiles(probe, named.files, count);
  if (text) return text;
  // No entries of a facility in a working journal is an answer; an empty journal is not.
  if (Array.isArray(journal) && log !== 'system' && (await journalHasEntries(probe))) return [];
  const why = Array.isArray(journal) ? "the system's journal is empty" : journal.reason;
  throw new Unreadable(`${why}, and ${named.files.join(', ')} cannot be read`);
}

/** A unit without entries: it is silent, unknown, or the journal is not readable. */
async function unitEvents(
  probe: Probe,
  unit: string,
  journal: LoggedEvent[] | { reason: string },
): Promise<LoggedEvent[]> {
  if (!Array.isArray(journal)) throw new Unreadable(journal.reason);
  const args = ['show', '--property=LoadState', '--value', '--', unit];
  const state = await probe.run('systemctl', args);
  if (state.ok && state.stdout.trim() === 'not-found') {
    throw new ToolFailure('not_found', `this PC has no unit ${unit}`);
  }
  if (await journalHasEntries(probe)) return [];
  throw new Unreadable("the system's journal is empty or may not be read");
}

async function journalHasEntries(probe: Probe): Promise<boolean> {
  const entries = await fromJournal(probe, [], 1);
  return Array.isArray(entries) && entries.length > 0;
}

async function fromJournal(
  probe: Probe,
  matches: readonly string[],
  count: number,
): Promise<LoggedEvent[] | { reason: string }> {
  const args = [
    '--no-pager',
    '--quiet',
    '--all',
    '--reverse',
    '--output=json',
    `--output-fields=${JOURNAL_FIELDS.join(',')}`,
    `--lines=${count}`,
    ...matches,
  ];
  const output = await probe.run('journalctl', args, { timeoutMs: JOURNAL_MS });
  return output.ok ? parseJournal(output.stdout, count) : { reason: output.reason };
}

/** Undefined when none of the files exists or is readable. */
async function fromFiles(
  probe: Probe,
  files: readonly string[],
  count: number,
): Promise<LoggedEvent[] | undefined> {
  for (const file of files) {
    const output = await probe.run('tail', ['-c', String(TAIL_BYTES), file]);
    if (output.ok && output.stdout !== '') {
      return parseSyslog(output.stdout, count, probe.clock.now());
    }
  }
  return undefined;
}
