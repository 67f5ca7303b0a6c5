import type { LoggedEvent } from '@kenny/contract/agent';
import { isObject } from '@kenny/kernel';
import { parseJsonObject } from '../../platform/state-files.js';

/** Fields to ask for; the time is always included. */
export const JOURNAL_FIELDS = [
  'MESSAGE',
  'PRIORITY',
  'SYSLOG_IDENTIFIER',
  '_COMM',
  '_SYSTEMD_UNIT',
];

/** syslog(3) severities, 0 to 7. */
const LEVELS = ['emerg', 'alert', 'crit', 'err', 'warning', 'notice', 'info', 'debug'] as const;

const MESSAGE_CHARACTERS = 8_000;
const SOURCE_CHARACTERS = 512;

/**
 * Parses `journalctl -o json` in order, one object per line. A last line cut at the output cap is
 * dropped.
 */
export function parseJournal(stdout: string, count: number): LoggedEvent[] {
  const events: LoggedEvent[] = [];
  for (const line of stdout.split('\n')) {
    const entry = line === '' ? undefined : parseJsonObject(line);
    if (entry) events.push(eventOf(entry));
    if (events.length >= count) break;
  }
  return events;
}

function eventOf(entry: Record<string, unknown>): LoggedEvent {
  const source =
    textOf(entry['SYSLOG_IDENTIFIER']) || textOf(entry['_SYSTEMD_UNIT']) || textOf(entry['_COMM']);
  return {
    time: timeOf(entry['__REALTIME_TIMESTAMP']),
    level: LEVELS[Number(textOf(entry['PRIORITY']) || 'NaN')] ?? 'unknown',
    source: source.slice(0, SOURCE_CHARACTERS),
    message: textOf(entry['MESSAGE']).slice(0, MESSAGE_CHARACTERS),
  };
}

/** Microseconds since the epoch, as text. */
function timeOf(value: unknown): string {
  const ms = Number(textOf(value)) / 1000;
  return Number.isFinite(ms) && ms > 0 && ms < 8.64e15 ? new Date(ms).toISOString() : '';
}

/** A field is text, a list of bytes when it is not UTF-8, or a list of these when it came twice. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value.toWellFormed();
  if (!Array.isArray(value)) return isObject(value) ? JSON.stringify(value) : '';
  const bytes = value.filter((item) => typeof item === 'number');
  if (bytes.length === value.length) return Buffer.from(bytes).toString('utf8');
  return value.map(textOf).join('\n');
}
