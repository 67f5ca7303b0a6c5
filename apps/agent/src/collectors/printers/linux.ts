import { PRINTER_STATUS, type Printer } from '@kenny/contract/agent';
import { absent, type Collector, reading, unreadable } from '../collector.js';
import { count, some } from '../words.js';
import { LPSTAT, parseLpstat } from './lpstat.js';

const CUPS_SERVER = '/usr/sbin/cupsd';
const NO_PRINTERS = /No destinations added/;

/** The queues of CUPS. */
export const printers: Collector<'printers'> = async (probe) => {
  const output = await probe.run('lpstat', LPSTAT);
  if (!output.ok) {
    if (NO_PRINTERS.test(output.said)) return absent('no printer is set up on this PC');
    const hasServer = output.installed && (await probe.files.exists(CUPS_SERVER));
    return hasServer ? unreadable(output.reason) : absent('this PC has no printing system (CUPS)');
  }
  const found = parseLpstat(output.stdout);
  if (!found) return unreadable('lpstat answered in an unknown form');
  if (found.length === 0) return absent('no printer is set up on this PC');
  return reading<'printers'>(summaryOf(found), { printers: found });
};

const DOWN: readonly (string | null)[] = [PRINTER_STATUS.error, PRINTER_STATUS.offline];

function summaryOf(found: readonly Printer[]): string {
  const down = found.filter(({ status }) => DOWN.includes(status));
  const waiting = found.reduce((sum, { jobs }) => sum + (jobs ?? 0), 0);
  const names = some(
    down.map(({ name, status }) => `${name} (${status})`),
    3,
  );
  return [
    count(found.length, 'printer'),
    down.length === 0 ? 'none with a fault' : `with a fault: ${names}`,
    ...(waiting > 0 ? [`${count(waiting, 'job')} waiting`] : []),
  ].join(', ');
}
