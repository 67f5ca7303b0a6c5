import { capitalised } from '@kenny/kernel';
import type { PayloadOf } from '@kenny/contract/agent';
import type { Rule } from '../rule.js';
import { asNumber, type Untrusted } from '../untrusted.js';
import { amount, rate } from '../wording.js';

type LoadFields = Untrusted<PayloadOf<'load'>>;

/**
 * `CPU 12 %, memory 61 %, network 1.2 MB/s, disks 340 kB/s`; undefined when nothing is known.
 * Agents summarise in the same words.
 */
export function loadWords(load: LoadFields): string | undefined {
  const cpu = asNumber(load.cpu_percent);
  const memory = asNumber(load.memory_percent);
  const network = both(load.network_in_bytes_per_s, load.network_out_bytes_per_s);
  const disks = both(load.disk_read_bytes_per_s, load.disk_write_bytes_per_s);
  const known = [
    ...(cpu === undefined ? [] : [`CPU ${amount(cpu)} %`]),
    ...(memory === undefined ? [] : [`memory ${amount(memory)} %`]),
    ...(network === undefined ? [] : [`network ${rate(network)}`]),
    ...(disks === undefined ? [] : [`disks ${rate(disks)}`]),
  ].join(', ');
  return known === '' ? undefined : capitalised(known);
}

/** In both directions. */
function both(one: unknown, other: unknown): number | undefined {
  const [a, b] = [asNumber(one), asNumber(other)];
  return a === undefined || b === undefined ? undefined : a + b;
}

/** A busy PC is a PC at work: what is wrong with it shows in other sections. */
export const load: Rule<'load'> = {
  thresholds: [],
  judge(payload) {
    const reason = loadWords(payload);
    return reason === undefined ? undefined : { status: 'ok', reason };
  },
};
