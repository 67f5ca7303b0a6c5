import { PRINTER_STATUS } from '@kenny/contract/agent';
import { absent, reading } from '../collector.js';
import { at, countAt, textAt } from '../../platform/json.js';
import { count, some } from '../words.js';
import type { WindowsCollector } from '../windows-machine.js';

const MOST = 1_000;
/** PRINTER_STATUS_… bits with the words of `Get-Printer`, worst first. */
const STATES: readonly (readonly [number, string])[] = [
  [0x2, PRINTER_STATUS.error],
  [0x1080, PRINTER_STATUS.offline],
  [0x1, PRINTER_STATUS.paused],
  [0x8, 'PaperJam'],
  [0x10, 'PaperOut'],
  [0x40, 'PaperProblem'],
  [0x400000, 'DoorOpen'],
  [0x40000, 'NoToner'],
  [0x20000, 'TonerLow'],
  [0x100000, 'UserIntervention'],
  [0x400, PRINTER_STATUS.printing],
];

/** Asked of the print spooler. The default printer is per user, so not read. */
export const printers: WindowsCollector<'printers'> = async (machine) => {
  const answer = await machine.native('printers');
  const all = (Array.isArray(answer) ? answer : []).flatMap((one: unknown) => {
    const name = textAt(one, 'name');
    if (name === undefined) return [];
    const status = statusWords(countAt(one, 'status') ?? 0, at(one, 'isOffline') === true);
    return [{ name, status, is_default: null, jobs: countAt(one, 'jobs') ?? null }];
  });
  if (all.length === 0) return absent('this PC has no printer');
  const odd = all.filter(({ status }) => status !== PRINTER_STATUS.normal);
  const words = some(
    odd.map(({ name, status }) => `${name}: ${status}`),
    2,
  );
  const summary = `${count(all.length, 'printer')}, ${odd.length === 0 ? 'all ready' : words}`;
  return reading<'printers'>(summary, { printers: all.slice(0, MOST) });
};

/** Several states at once are joined by commas, as Windows does. */
export function statusWords(bits: number, isOffline: boolean): string {
  const words = STATES.filter(([bit]) => (bits & bit) !== 0).map(([, word]) => word);
  if (isOffline && !words.includes(PRINTER_STATUS.offline)) words.unshift(PRINTER_STATUS.offline);
  return words.length === 0 ? PRINTER_STATUS.normal : words.join(', ');
}
