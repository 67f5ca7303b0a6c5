import { DAY_MS } from '@kenny/kernel';
import { type Crash, crashOf } from './crash.js';

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/**
 * Kernel messages in a syslog file. Lines start with an RFC 3339 time, or as in RFC 3164 with `Nov
 * 21 10:00:00`: local time without a year.
 */
export function parseSyslog(text: string, now: number): Crash[] {
  return text.split('\n').flatMap((line) => {
    const [, stamp = '', message] =
      /^(\S{20,40}|[A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2}) \S{1,256} kernel: (.{1,1000})/.exec(
        line,
      ) ?? [];
    if (message === undefined) return [];
    const at = stamp.includes('T') ? Date.parse(stamp) : withoutYear(stamp, now);
    // Some systems prefix the kernel's own clock.
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
  // December, read in January. A day of tolerance for a clock that was set back.
  return at > now + DAY_MS ? new Date(year - 1, month, day, hours, minutes, seconds).getTime() : at;
}

/** Content of the kernel's ring buffer, and whether it still holds the boot. */
export interface KernelBuffer {
  crashes: Crash[];
  isWhole: boolean;
}

/** dmesg(1): `[   12.345678] text`, in seconds since boot. */
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
