import { reading, unreadable } from '../collector.js';
import type { WindowsCollector } from '../windows-machine.js';

/** The service does not run: outside a domain it starts on a trigger. */
const NOT_STARTED = 0x80070426;
const LEAP_UNKNOWN = 3;
const LINES = { leap: 0, stratum: 1, source: 7, offset: 9 } as const;

/** `w32tm`: its words are translated, their order and the numbers are not. */
export const timeSync: WindowsCollector<'time_sync'> = async (machine) => {
  const output = await machine.run('w32tm', ['/query', '/status', '/verbose']);
  if (!output.ok) {
    const isAsleep = output.exitCode !== null && output.exitCode >>> 0 === NOT_STARTED;
    return unreadable(isAsleep ? 'the time service does not run just now' : output.reason);
  }
  const status = parseTimeStatus(output.stdout);
  if (!status) return unreadable('w32tm answered in an unknown form');
  const { synchronized, source, offset } = status;
  const by = synchronized ? `follows ${source ?? 'a time source'}` : 'follows no time source';
  const off = offset === null ? '' : `, ${offset} s off`;
  return reading<'time_sync'>(`the clock ${by}${off}`, {
    synchronized,
    source,
    offset_secs: offset,
  });
};

/** Undefined when the lines are not those of a status. */
export function parseTimeStatus(
  text: string,
): { synchronized: boolean; source: string | null; offset: number | null } | undefined {
  const values = text
    .split(/\r?\n/)
    .filter((line) => line.includes(':'))
    .map((line) => line.slice(line.indexOf(':') + 1).trim());
  const leap = leadingNumber(values[LINES.leap]);
  const stratum = leadingNumber(values[LINES.stratum]);
  if (leap === undefined || stratum === undefined || values.length <= LINES.source)
    return undefined;
  // A host may carry flags of the service (`time.windows.com,0x8`).
  const source = values[LINES.source]?.split(',', 1)[0]?.trim() || null;
  const offset = /^[+-]?\d{1,12}(?:[.,]\d{1,12})?(?=s?$)/.exec(values[LINES.offset] ?? '')?.[0];
  return {
    synchronized: leap !== LEAP_UNKNOWN && stratum > 0 && stratum < 16,
    source: source?.slice(0, 256) ?? null,
    offset: offset === undefined ? null : Number(offset.replace(',', '.')),
  };
}

/** `0(no warning)` → 0. */
function leadingNumber(text: string | undefined): number | undefined {
  const [, digits] = /^(\d{1,3}) ?\(/.exec(text ?? '') ?? [];
  return digits === undefined ? undefined : Number(digits);
}
