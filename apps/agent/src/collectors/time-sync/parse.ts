import { parseKeyValues } from '../key-values.js';

/** State of a time service. Offset in seconds, positive when this clock is ahead. */
export interface ClockReading {
  synchronized: boolean;
  source: string | null;
  offset: number | null;
}

/** `timedatectl show`: `NTP=yes`, `NTPSynchronized=no` (timedatectl(1)). */
export function parseTimedatectl(
  text: string,
): { synchronized: boolean; ntp: boolean } | undefined {
  const values = parseKeyValues(text);
  const synchronized = values.get('NTPSynchronized');
  if (synchronized !== 'yes' && synchronized !== 'no') return undefined;
  return { synchronized: synchronized === 'yes', ntp: values.get('NTP') === 'yes' };
}

/** `timedatectl show-timesync`: the server that systemd-timesyncd follows. */
export function parseTimesync(text: string): string | null {
  const values = parseKeyValues(text);
  return (values.get('ServerName') || values.get('ServerAddress'))?.slice(0, 256) ?? null;
}

/**
 * `chronyc -c tracking`, one line: reference id, its name, stratum, reference time, offset of the
 * system clock (positive when it is slow), …, leap status (chronyc(1)).
 */
export function parseChrony(text: string): ClockReading | undefined {
  const fields = (text.split('\n', 1)[0] ?? '').split(',');
  const [id = '', name = '', stratum, , offset, , , , , , , , , leap] = fields;
  if (fields.length < 14 || !/^[0-9A-F]{1,8}$/i.test(id) || !/^\d{1,2}$/.test(stratum ?? '')) {
    return undefined;
  }
  const synchronized = leap?.trim() !== 'Not synchronised' && stratum !== '0';
  const slow = Number(offset);
  return {
    synchronized,
    source: (synchronized && name.slice(0, 256)) || null,
    offset: synchronized && offset !== '' && Number.isFinite(slow) ? -slow + 0 : null,
  };
}

/**
 * `ntpq -c rv`: `leap=00, stratum=2, refid=192.0.2.1, offset=-0.123, …`; the offset is in
 * milliseconds and positive when this clock is slow (ntpq(8)).
 */
export function parseNtpq(text: string): ClockReading | undefined {
  const value = (name: string): string | undefined =>
    new RegExp(`(?:^|[\\s,])${name}=([^\\s,]{1,100})`).exec(text)?.[1];
  const leap = value('leap');
  if (leap === undefined || !/^[01]{2}$/.test(leap)) return undefined;
  const synchronized = leap !== '11';
  const slow = Number(value('offset') ?? 'none');
  return {
    synchronized,
    source: (synchronized ? value('refid') : undefined) ?? null,
    offset: synchronized && Number.isFinite(slow) ? -slow / 1000 + 0 : null,
  };
}
