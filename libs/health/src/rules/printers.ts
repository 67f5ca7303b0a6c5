import { PRINTER_STATUS, SERVICE_RESTARTS, type Printer } from '@kenny/contract/agent';
import { powershell, shell, type Help } from '../remedy.js';
import type { Rule } from '../rule.js';
import { grade, type Threshold } from '../threshold.js';
import { asEntries, type Untrusted } from '../untrusted.js';
import { count, listing, plain } from '../wording.js';

const STATUS: Threshold = {
  field: 'printers[].status',
  warn: { oneOf: [PRINTER_STATUS.error, PRINTER_STATUS.offline] },
};

const MOST_STATES = 20;

const RESTART: Help = {
  title: 'Restart the print service',
  when: 'When documents wait and nothing is printed.',
};

/** Windows joins several states with commas ("Offline, PaperOut"): each of them is looked at. */
export const printers: Rule<'printers'> = {
  thresholds: [STATUS],
  remedies: [
    powershell(RESTART, 'Restart-Service -Name Spooler -Force', STATUS, SERVICE_RESTARTS),
    shell(RESTART, 'systemctl restart cups', STATUS, SERVICE_RESTARTS),
  ],
  judge(payload) {
    const known = asEntries<Printer>(payload.printers) ?? [];
    if (known.length === 0) return undefined;
    const down = known.filter(isDown);
    if (down.length === 0)
      return { status: 'ok', reason: `${count(known.length, 'printer')} ready` };
    return { status: 'warn', reason: listing(down, describe) };
  },
};

function describe({ name, status }: Untrusted<Printer>): string {
  const states = String(status).split(',', MOST_STATES);
  const words = [...new Set(states.filter(isBad).map(stateWords))];
  return `${plain(name, 'A printer')} ${words.join(' and ')}`;
}

function stateWords(state: string): string {
  return isState(state, PRINTER_STATUS.offline) ? 'is offline' : 'reports an error';
}

function isState(state: string, known: string): boolean {
  return state.trim().toLowerCase() === known.toLowerCase();
}

function isBad(state: string): boolean {
  return grade(state, STATUS) === 'warn';
}

function isDown({ status }: Untrusted<Printer>): boolean {
  if (typeof status !== 'string') return false;
  return status.split(',', MOST_STATES).some(isBad);
}
