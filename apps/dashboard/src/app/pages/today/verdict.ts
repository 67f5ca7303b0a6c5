import type { FleetCounts } from '@kenny/contract/web';

const NUMBERS = [
  ...['no', 'one', 'two', 'three', 'four', 'five', 'six'],
  ...['seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'],
] as const;

/** One sentence, or two: what needs somebody, and that the rest does not. */
export function verdictOf(counts: FleetCounts, waiting: number): string {
  const { crit, warn, offline, unknown, ok } = counts;
  const all = crit + warn + offline + unknown + ok;
  const needing = crit + warn;
  const quiet = ok;
  if (all === 0) return waiting === 0 ? 'No PC is here yet.' : sentence(waitingWords(waiting));
  const parts = [
    ...(needing > 0 ? [`${pcs(needing, all)} ${needing === 1 ? 'needs' : 'need'} attention`] : []),
    ...(waiting > 0 ? [waitingWords(waiting)] : []),
    ...(offline > 0 ? [absent(offline, needing > 0, all)] : []),
    ...(unknown > 0 ? [`nothing is known of ${word(unknown)}`] : []),
  ];
  if (parts.length === 0) return allWords(all);
  const rest = quiet === 0 ? '' : ` ${restWords(quiet, all)}`;
  return sentence(parts.join(', ')) + rest;
}

function pcs(count: number, all: number): string {
  if (all === 1) return 'your PC';
  return count === 1 ? 'one PC' : `${word(count)} PCs`;
}

function absent(count: number, pcsNamed: boolean, all: number): string {
  const who = pcsNamed ? word(count) : pcs(count, all);
  return `${who} ${count === 1 ? 'is' : 'are'} offline`;
}

function waitingWords(count: number): string {
  return count === 1 ? 'one call waits for your word' : `${word(count)} calls wait for your word`;
}

function restWords(quiet: number, all: number): string {
  if (quiet === all) return allWords(all);
  return quiet === 1 ? 'The other one is quiet.' : `The other ${word(quiet)} are quiet.`;
}

function allWords(all: number): string {
  if (all === 1) return 'Your PC is quiet.';
  return all === 2 ? 'Both PCs are quiet.' : `All ${word(all)} PCs are quiet.`;
}

/** Words up to twelve, as one writes; figures beyond. */
function word(count: number): string {
  return NUMBERS[count] ?? String(count);
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
