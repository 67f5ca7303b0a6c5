import { NOT_CONNECTED_YET } from '@kenny/contract/web';
import { capitalised, listed } from '@kenny/kernel';
import type { NeverConnected } from './never-connected.js';
import type { PcCounts } from './roll-up.js';

const NUMBERS = [
  ...['no', 'one', 'two', 'three', 'four', 'five', 'six'],
  ...['seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'],
] as const;
const NOT_YET = NOT_CONNECTED_YET.toLowerCase();

/**
 * A fleet in one line, for somebody who looks after it: what needs attention, pending requests, and
 * that the rest is fine. A PC that was just added is no trouble: it is named last.
 */
export function headlineOf(counts: PcCounts, waiting: number, never: NeverConnected): string {
  const { crit, warn, offline, ok } = counts;
  const unreported = counts.unknown - never.lately - never.longer;
  const all = crit + warn + offline + unreported + never.longer + ok;
  const added = never.lately > 0 ? [addedWords(never.lately)] : [];
  const needing = crit + warn;
  const requests = waiting > 0 ? [waitingWords(waiting)] : [];
  if (all === 0 && added.length === 0) return waiting === 0 ? 'No PCs yet.' : sentences(requests);
  const groups = [
    { count: needing, says: needing === 1 ? 'needs attention' : 'need attention' },
    { count: offline, says: offline === 1 ? 'is offline' : 'are offline' },
    { count: never.longer, says: `${never.longer === 1 ? 'is' : 'are'} ${NOT_YET}` },
    { count: unreported, says: `${unreported === 1 ? 'has' : 'have'} never reported` },
  ].filter(({ count }) => count > 0);
  const parts = groups.map(({ count, says }, at) => {
    return `${at === 0 ? pcs(count, all) : word(count)} ${says}`;
  });
  if (parts.length === 0) {
    return sentences([...requests, ...(all > 0 ? [allWords(all)] : []), ...added]);
  }
  // Right behind the PCs: "the other two" would be requests otherwise.
  return sentences([listed(parts), ...(ok > 0 ? [restWords(ok)] : []), ...requests, ...added]);
}

function addedWords(count: number): string {
  return count === 1 ? `one new PC is ${NOT_YET}` : `${word(count)} new PCs are ${NOT_YET}`;
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
