import { powershell, shell, type Help } from '../remedy.js';
import type { Rule } from '../rule.js';
import type { Threshold } from '../threshold.js';
import { asNumber } from '../untrusted.js';
import { amount } from '../wording.js';

/** Of a server in the internet. */
const ASKS_THE_TIME = { internet: true } as const;
const SYNCHRONIZED: Threshold = { field: 'synchronized', warn: { oneOf: [false] } };
const OFFSET: Threshold = {
  field: 'offset_secs',
  measure: 'distance',
  unit: 's',
  warn: { over: 5 },
  movable: { warn: { least: 1, most: 300 } },
};

const SET_CLOCK = 'Start-Service w32time; w32tm /resync /force';

const SET: Help = {
  title: 'Set the clock',
  when: 'When the clock is wrong: logins and secure pages may fail then.',
};
const FOLLOW: Help = {
  title: 'Follow a time server',
  when: 'When the clock is wrong again and again: it is set by a server from then on.',
};

/** The distance counts, whichever way the clock is off. */
export const timeSync: Rule<'time_sync'> = {
  thresholds: [SYNCHRONIZED, OFFSET],
  remedies: [
    powershell(SET, SET_CLOCK, SYNCHRONIZED, ASKS_THE_TIME),
    powershell(SET, SET_CLOCK, OFFSET, ASKS_THE_TIME),
    shell(FOLLOW, 'timedatectl set-ntp true', SYNCHRONIZED, ASKS_THE_TIME),
  ],
  judge({ synchronized, offset_secs }, _now, grade) {
    const offset = asNumber(offset_secs);
    const distance = offset === undefined ? undefined : Math.abs(offset);
    if (distance !== undefined && grade(distance, OFFSET) === 'warn') {
      const way = offset === distance ? 'ahead' : 'behind';
      return { status: 'warn', reason: `The clock is ${amount(distance)} s ${way}` };
    }
    if (grade(synchronized, SYNCHRONIZED) === 'warn') {
      return { status: 'warn', reason: 'The clock does not follow a time source' };
    }
    if (synchronized !== true && distance === undefined) return undefined;
    return { status: 'ok', reason: 'The clock is right' };
  },
};
