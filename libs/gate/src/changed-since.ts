import { sameWords, type PcHealth } from '@kenny/contract/agent';
import { higherRisk } from './deciders.js';
import type { GateRecord, PcFacts } from './record.js';

/** Present state, for deciding on a request that has waited. */
export interface FactsNow {
  /** Undefined: the PC is gone. */
  readonly pc: PcFacts | undefined;
  readonly risk: GateRecord['risk'];
  readonly two_key: boolean;
  /** Why the guard refuses it by today's rules, completing "this call …"; null: it does not. */
  readonly refused: string | null;
  /** Who let the same or nearly the same run there since; null: nobody. */
  readonly ran: { readonly by: string; readonly same: boolean } | null;
}

const HEALTH: Readonly<Record<PcHealth, string>> = {
  ok: 'OK',
  warn: 'warning',
  crit: 'critical',
  unknown: 'unknown',
  offline: 'offline',
};

/**
 * What has changed since the request, one sentence each, most important first. They contain
 * untrusted names and reasons: show them as text.
 */
export function changedSince(then: GateRecord, now: FactsNow): string[] {
  const { pc, risk, two_key, refused, ran } = now;
  const higher = higherRisk(then.risk, risk);
  return [
    ...(refused === null ? [] : [`The guard refuses it by now: it ${refused}.`]),
    ...(ran === null
      ? []
      : [`${sameWords(ran.same)} ran on this PC since, approved by ${ran.by}.`]),
    ...(higher === then.risk ? [] : [`The risk of it is now ${higher}.`]),
    ...(then.required === 1 && two_key && higher === 'high'
      ? ['Two different people have to approve it by now.']
      : []),
    ...(pc ? changesOf(then.pc, pc) : ['The PC is not in the fleet any more.']),
  ];
}

function changesOf(then: PcFacts | undefined, now: PcFacts): string[] {
  if (!then) return [];
  return [...presence(then, now), ...health(then, now), ...name(then, now)];
}

function presence(then: PcFacts, now: PcFacts): string[] {
  if (then.online && !now.online) return ['The PC is no longer connected.'];
  const from = then.version ?? 'unknown';
  if (now.version !== null && now.version !== then.version) {
    return [`The PC's agent was replaced: version ${now.version} instead of ${from}.`];
  }
  return now.online && now.connected_since !== then.connected_since
    ? ['The PC was away in between, or its agent was started again.']
    : [];
}

/** Offline is told by `presence`. */
function health(then: PcFacts, now: PcFacts): string[] {
  if (then.health === now.health || now.health === 'offline') return [];
  const why = now.health === 'ok' || now.worst === null ? '' : `: ${now.worst}`;
  return [`The PC's health went from ${HEALTH[then.health]} to ${HEALTH[now.health]}${why}.`];
}

function name(then: PcFacts, now: PcFacts): string[] {
  return then.name === now.name ? [] : [`The PC was renamed from "${then.name}" to "${now.name}".`];
}
