import type { LoggedEvent } from '@kenny/contract/agent';
import { DAY_MS } from '@kenny/kernel';

const MESSAGE_CHARACTERS = 8_000;
const SOURCE_CHARACTERS = 512;

/** `2026-06-04T12:00:00.123+02:00 host program[12]: message`, rsyslog's current format. */
const ISO_LINE = /^(\d{4}-\d\d-\d\dT\S+) \S+ ([^:[\s]+)(?:\[[^\]]*\])?: ?(.*)$/;
/**
 * `Jun  4 12:00:00 host program[12]: message`, the traditional format: local time without a year.
 */
const CLASSIC_LINE =
  /^([A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d) \S+ ([^:[\s]+)(?:\[[^\]]*\])?: ?(.*)$/;

/**
 * The newest `count` lines of a syslog file, newest first. These files hold no level, so it is
 * `unknown`; a line in another format becomes the message.
 */
export function parseSyslog(text: string, count: number, now: number): LoggedEvent[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines
    .slice(-count)
    .reverse()
    .map((line) => eventOf(line, now));
}

function eventOf(line: string, now: number): LoggedEvent {
  const [, time = '', source = '', message = line] =
    ISO_LINE.exec(line) ?? CLASSIC_LINE.exec(line) ?? [];
  return {
    time: timeOf(time, now),
    level: 'unknown',
    source: source.slice(0, SOURCE_CHARACTERS),
    message: message.slice(0, MESSAGE_CHARACTERS).toWellFormed(),
  };
}

/** ISO 8601, or empty. A traditional date is of this year, unless that would be in the future. */
function timeOf(text: string, now: number): string {
  if (text === '') return '';
  const classic = /^[A-Z]/.test(text);
  const year = new Date(now).getFullYear();
  const thisYear = Date.parse(classic ? `${text} ${year}` : text);
  if (Number.isNaN(thisYear)) return '';
  const future = classic && thisYear > now + DAY_MS;
  return new Date(future ? Date.parse(`${text} ${year - 1}`) : thisYear).toISOString();
}
