import { STRIP, type ApprovalState, type ApprovalView, type FleetAgent } from '@kenny/contract/web';
import { countedStatus } from '@kenny/health/web';
import type { Absence } from './last-visit';

/** One thing that happened while somebody was away. */
export interface SinceLine {
  readonly kind: 'crit' | 'warn' | 'offline' | 'ok' | 'ran' | 'refused';
  /** How many, and of what: our own words. */
  readonly words: string;
  /** The PCs it is about, the first few; for requests none. */
  readonly pcs: readonly Pick<FleetAgent, 'agent_id' | 'name'>[];
  readonly furtherPcs: number;
}

/** Lines at most; good news is dropped first. */
const MOST = 5;
/** How many are named; the others are on Fleet. */
const NAMED = 3;

const BAD: ReadonlySet<string> = new Set([STRIP.chars.warn, STRIP.chars.crit]);

/** Ends in the order in which they matter, with the word that follows their number. */
const RAN: Ends = [
  ['unknown', 'may have run'],
  ['failed', 'failed'],
  ['done', 'done'],
];
const REFUSED: Ends = [
  ['denied', 'denied'],
  ['expired', 'expired'],
  ['cancelled', 'withdrawn'],
  ['lapsed', 'lapsed'],
  ['not_run', 'did not run'],
];
type Ends = readonly (readonly [ApprovalState, string])[];

/** What got worse, recovered or was decided meanwhile, at most one line of each kind. */
export function sinceLines(
  away: Absence,
  agents: readonly FleetAgent[],
  approvals: readonly ApprovalView[],
  isCounted: boolean,
): SinceLine[] {
  const within = (at: string | null) => at !== null && isWithin(at, away);
  const worse = (status: 'crit' | 'warn') =>
    agents.filter(
      ({ overall, sections }) =>
        overall === status &&
        sections.some((one) => countedStatus(one) === status && within(one.since)),
    );
  const left = agents.filter(
    ({ overall, last_seen }) => overall === 'offline' && within(last_seen),
  );
  const recovered = agents.filter((pc) => pc.overall === 'ok' && !isPutOff(pc) && wasBad(pc, away));
  const ended = approvals.filter(({ ended_at }) => within(ended_at));
  return [
    ...pcLine('crit', worse('crit'), 'became critical:'),
    ...pcLine('warn', worse('warn'), 'got a warning:'),
    ...pcLine('offline', left, 'went offline:'),
    ...callLine('ran', ended, RAN, isCounted),
    ...callLine('refused', ended, REFUSED, isCounted),
    ...pcLine('ok', recovered, 'recovered:'),
  ].slice(0, MOST);
}

/**
 * Whether a half hour that began meanwhile shows something worse than ok: all that is known of what
 * is over, and of the last day only. The half hour in which somebody left says nothing of later.
 */
function wasBad({ strip, received_at }: FleetAgent, { from, until }: Absence): boolean {
  if (received_at === null) return false;
  const newest = Math.floor(Date.parse(received_at) / STRIP.slotMs);
  return [...strip].some((seen, index) => {
    const began = (newest - strip.length + 1 + index) * STRIP.slotMs;
    return BAD.has(seen) && began > from && began <= until;
  });
}

/** It is fine because somebody said so. */
function isPutOff({ sections }: FleetAgent): boolean {
  return sections.some(({ snoozed }) => snoozed !== undefined);
}

function isWithin(at: string, { from, until }: Absence): boolean {
  const moment = Date.parse(at);
  return moment > from && moment <= until;
}

function pcLine(kind: SinceLine['kind'], pcs: readonly FleetAgent[], became: string): SinceLine[] {
  if (pcs.length === 0) return [];
  const words = `${pcs.length === 1 ? 'One PC' : `${pcs.length} PCs`} ${became}`;
  const furtherPcs = Math.max(0, pcs.length - NAMED);
  return [{ kind, words, pcs: pcs.slice(0, NAMED), furtherPcs }];
}

function callLine(
  kind: 'ran' | 'refused',
  ended: readonly ApprovalView[],
  ends: Ends,
  isCounted: boolean,
): SinceLine[] {
  const counts = ends.flatMap(([state, word]) => {
    const count = ended.filter((approval) => approval.state === state).length;
    return count === 0 ? [] : [{ count, word }];
  });
  const sum = counts.reduce((total, { count }) => total + count, 0);
  if (sum === 0) return [];
  const what = kind === 'ran' ? 'went to a PC' : 'ended without running';
  const calls = sum === 1 ? (isCounted ? 'One request' : '1 request') : `${sum} requests`;
  const parts = counts.map(({ count, word }) => `${count} ${word}`).join(', ');
  const words = `${isCounted ? calls : `At least ${calls}`} ${what}: ${parts}.`;
  return [{ kind, words, pcs: [], furtherPcs: 0 }];
}
