import { type Collector, reading, unreadable } from '../collector.js';
import { durationText } from '../words.js';

export const uptime: Collector<'uptime'> = async ({ files, clock }) => {
  const secs = parseUptime(await files.read('/proc/uptime'));
  if (secs === undefined) return unreadable('/proc/uptime holds no number of seconds');
  const boot = parseBootTime(await files.read('/proc/stat')) ?? clock.now() / 1000 - secs;
  return reading<'uptime'>(`up for ${durationText(secs)}`, {
    uptime_secs: Math.floor(secs),
    boot_time_unix: Math.max(0, Math.floor(boot)),
  });
};

/** `1080.79 1978.40`: seconds since boot, seconds idle. */
export function parseUptime(text: string): number | undefined {
  const [, secs] = /^(\d{1,12}(?:\.\d{1,9})?)(?:\s|$)/.exec(text) ?? [];
  return secs === undefined ? undefined : Number(secs);
}

/** `btime 1795299676` in /proc/stat. */
export function parseBootTime(text: string): number | undefined {
  const [, secs] = /^btime (\d{1,12})$/m.exec(text) ?? [];
  return secs === undefined ? undefined : Number(secs);
}
