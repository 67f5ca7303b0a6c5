import {
  GATE_STATS,
  isClientsWord,
  type ActorRef,
  type GateDecisions,
  type GateHour,
  type GatePerson,
  type GateStats,
} from '@kenny/contract';
import { HOUR_MS, iso } from '@kenny/kernel';
import { Injectable } from '@nestjs/common';
import { AuditReader, type DecisionRow } from '../../audit/index.js';
import { ApprovalsRepository } from './approvals.repository.js';

const PEOPLE = 100;

export interface GateSpan {
  /** Epoch ms, both inclusive. */
  readonly from: number;
  readonly to: number;
  /** null = all PCs. */
  readonly agents: readonly string[] | null;
}

interface Decided {
  readonly by: ActorRef;
  readonly at: number;
  readonly approved: boolean;
  readonly ms: number;
}

/** How people decide, counted from the audit log, which nobody can change afterwards. */
@Injectable()
export class GateStatistics {
  constructor(
    private readonly audit: AuditReader,
    private readonly approvals: ApprovalsRepository,
  ) {}

  async over(span: GateSpan): Promise<GateStats> {
    const { rows: all, more } = await this.audit.decisions(span, GATE_STATS.decisions);
    const rows = all.filter((row) => !isInClient(row));
    const decided = await this.timed(rows);
    const people = byPerson(decided);
    return {
      from: iso(span.from),
      to: iso(span.to),
      all: summary(decided),
      people: people.slice(0, PEOPLE),
      hours: byHour(rows),
      in_client: all.length - rows.length,
      more: more || people.length > PEOPLE,
    };
  }

  /** People's decisions, each with how long it took. */
  private async timed(rows: readonly DecisionRow[]): Promise<Decided[]> {
    const theirs = rows.filter(
      ({ actor, step }) => actor.kind === 'operator' && step !== 'request',
    );
    const asked = await this.approvals.requestTimes(theirs.map(({ approval_id }) => approval_id));
    return theirs.flatMap(({ actor, at, step, approval_id }) => {
      const since = asked.get(approval_id);
      if (since === undefined) return [];
      return [{ by: actor, at, approved: step === 'approve', ms: Math.max(0, at - since) }];
    });
  }
}

/** An elicitation answer: decided in the MCP client, by nobody kenny knows. */
function isInClient({ actor, step }: DecisionRow): boolean {
  return step !== 'request' && isClientsWord(actor);
}

function summary(decided: readonly Decided[]): GateDecisions {
  const times = decided.map(({ ms }) => ms).sort((a, b) => a - b);
  return {
    decided: decided.length,
    approved: decided.filter(({ approved }) => approved).length,
    hasty: times.filter((ms) => ms < GATE_STATS.hastyMs).length,
    median_ms: median(times),
  };
}

function median(sorted: readonly number[]): number | null {
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return low === undefined || high === undefined ? null : Math.round((low + high) / 2);
}

function byPerson(decided: readonly Decided[]): GatePerson[] {
  const groups = new Map<string, Decided[]>();
  for (const one of decided) {
    const group = groups.get(one.by.id);
    if (group) group.push(one);
    else groups.set(one.by.id, [one]);
  }
  // The newest row stands first: it has the person's present name.
  return [...groups.values()]
    .flatMap((group) => (group[0] ? [{ by: group[0].by, ...summary(group) }] : []))
    .sort((a, b) => b.decided - a.decided);
}

/** Oldest first. */
function byHour(rows: readonly DecisionRow[]): GateHour[] {
  const hours = new Map<number, GateHour>();
  for (const { at, step } of rows) {
    const start = Math.floor(at / HOUR_MS) * HOUR_MS;
    const hour = hours.get(start) ?? { at: iso(start), requested: 0, approved: 0, denied: 0 };
    hours.set(start, hour);
    if (step === 'request') hour.requested += 1;
    else if (step === 'approve') hour.approved += 1;
    else hour.denied += 1;
  }
  return [...hours].sort(([a], [b]) => a - b).map(([, hour]) => hour);
}
