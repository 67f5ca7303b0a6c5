import { capitalised, listed } from '@kenny/kernel';
import type { PcCounts } from './roll-up.js';

const NUMBERS = [
  ...['no', 'one', 'two', 'three', 'four', 'five', 'six'],
  ...['seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'],
] as const;

/** A fleet in one line, for somebody who looks after it: what needs attention, pending requests, and that the rest is fine. */
export function headlineOf(counts: PcCounts, waiting: number): string {
  const { crit, warn, offline, unknown, ok } = counts;
  const all = crit + warn + offline + unknown + ok;
  const needing = crit + warn;
  const requests = waiting > 0 ? [waitingWords(waiting)] : [];
  if (all === 0) return waiting === 0 ? 'No PCs yet.' : sentences(requests);
  const groups = [
    { count: needing, says: needing === 1 ? 'needs attention' : 'need attention' },
    { count: offline, says: offline === 1 ? 'is offline' : 'are offline' },
    { count: unknown, says: unknown === 1 ? 'has never reported' : 'have never reported' },
  ].filter(({ count }) => count > 0);
  const parts = groups.map(({ count, says }, at) => {
    return `${at === 0 ? pcs(count, all) : word(count)} ${says}`;
  });
  if (parts.length === 0) return sentences([...requests, allWords(all)]);
  // Right behind the PCs: "the other two" would be requests otherwise.
  return sentences([listed(parts), ...(ok > 0 ? [restWords(ok)] : []), ...requests]);
}

function pcs(count: number, all: number): string {
  if (all === 1) return 'your PC';
  return count === 1 ? 'one PC' : `${word(count)} PCs`;
}

function waitingWords(count: number): string {
  return count === 1
    ? 'one request is waiting for you'
    : `${word(count)} requests are waiting for you`;
}

function restWords(fine: number): string {
  return fine === 1 ? 'the other one is fine' : `the other ${word(fine)} are fine`;
}

function allWords(all: number): string {
  if (all === 1) return 'your PC is fine';
  return all === 2 ? 'both PCs are fine' : `all ${word(all)} PCs are fine`;
}

/** Words up to twelve, as one writes; figures beyond. */
function word(count: number): string {
  return NUMBERS[count] ?? String(count);
}

function sentences(texts: readonly string[]): string {
  return texts.map((text) => `${capitalised(text)}.`).join(' ');
}
