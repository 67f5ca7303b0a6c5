import type { AlertKind } from '@kenny/contract';
import type { AlertSubject } from './alert.js';
import type { BURSTS } from './burst-rule.js';
import type { CheckStatus } from './check-rule.js';

/** What happened, as it is stored with the thing itself. No arguments and no results. */
export type Fact = CheckFact | PresenceFact | ApprovalFact | DecidedFact | BurstFact;

/** Something that is fine or not, of a PC or of the server. */
export interface CheckFact {
  readonly name: 'check';
  readonly kind: Extract<
    AlertKind,
    'health' | 'audit_log' | 'backup' | 'server_disk' | 'disk_forecast'
  >;
  readonly subject: AlertSubject | null;
  readonly check: string;
  readonly status: CheckStatus;
  readonly reason: string;
}

/** A PC has been offline for so many hours now, or is back (0). */
export interface PresenceFact {
  readonly name: 'presence';
  readonly subject: AlertSubject;
  readonly hours: number;
  readonly last_seen: number;
}

export interface ApprovalFact {
  readonly name: 'approval';
  readonly id: string;
  readonly subject: AlertSubject;
  readonly tool: string;
  /** Where it is a fix of ours, what it is called; absent in older facts. */
  readonly fix?: string;
  readonly by: string;
}

/** A step of an approval: if it no longer waits, whoever was told at once is told that too. */
export interface DecidedFact {
  readonly name: 'decided';
  readonly id: string;
  readonly subject: null;
}

/** What is told once, however often it comes. */
export interface BurstFact {
  readonly name: 'burst';
  readonly kind: keyof typeof BURSTS;
  readonly subject: AlertSubject | null;
  readonly count: number;
  /** One line about it. */
  readonly detail: string;
}

const LONGEST_KEY = 200;

/** Under what a rule remembers it. */
export function keyOf(fact: Fact): string {
  const parts = partsOf(fact);
  return parts.join(':').slice(0, LONGEST_KEY);
}

function partsOf(fact: Fact): string[] {
  switch (fact.name) {
    case 'check':
      return [fact.name, fact.kind, uidOf(fact.subject), fact.check];
    case 'presence':
      return [fact.name, uidOf(fact.subject)];
    case 'approval':
    case 'decided':
      return [fact.name, fact.id];
    case 'burst':
      return [fact.name, fact.kind, uidOf(fact.subject)];
  }
}

const uidOf = (subject: AlertSubject | null): string => subject?.agent_uid ?? '';
