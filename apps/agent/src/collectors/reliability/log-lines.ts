import { DAY_MS } from '@kenny/kernel';
import { type Crash, crashOf } from './crash.js';

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/**
 * Kernel messages in a file of syslog. Its lines begin with RFC 3339, or as RFC 3164 has it with
 * `Nov 21 10:00:00` in local time and without a year.
 */
export function parseSyslog(text: string, now: number): Crash[] {
  return text.split('\n').flatMap((line) => {
    const [, stamp = '', message] =
      /^(\S{20,40}|[A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2}) \S{1,256} kernel: (.{1,1000})/.exec(
        line,
      ) ?? [];
    if (message === undefined) return [];
    const at = stamp.includes('T') ? Date.parse(stamp) : withoutYear(stamp, now);
    // The kernel's own clock stands in front of the text in some systems.
    const words = message.replace(/^\[\s{0,12}\d{1,12}\.\d{1,9}\] /, '');
    return Number.isFinite(at) ? (crashOf(words, at) ?? []) : [];
  });
}

function withoutYear(stamp: string, now: number): number {
  const month = MONTHS.indexOf(stamp.slice(0, 3));
  const day = Number(stamp.slice(4, 6));
  const [hours = NaN, minutes = NaN, seconds = NaN] = stamp.slice(7).split(':').map(Number);
  if (month < 0) return NaN;
  const year = new Date(now).getFullYear();
  const at = new Date(year, month, day, hours, minutes, seconds).getTime();
  // December, read in January. A day of grace for a clock that was set back.
  return at > now + DAY_MS ? new Date(year - 1, month, day, hours, minutes, seconds).getTime() : at;
}

/** What is left in the kernel's own buffer, and whether that still holds the start. */
export interface KernelBuffer {
  crashes: Crash[];
  isWhole: boolean;
}

/** dmesg(1): `[   12.345678] text`, in seconds since the start. */
export function parseDmesg(text: string, startedAt: number): KernelBuffer | undefined {
  const crashes: Crash[] = [];
  let first: number | undefined;
  for (const line of text.split('\n')) {
    const [, seconds, message] = /^\[\s{0,12}(\d{1,12}\.\d{1,9})\] (.{1,1000})/.exec(line) ?? [];
    if (seconds === undefined || message === undefined) continue;
    first ??= Number(seconds);
    const crash = crashOf(message, startedAt + Number(seconds) * 1000);
    if (crash) crashes.push(crash);
  }
  return first === undefined ? undefined : { crashes, isWhole: first < 1 };
}
