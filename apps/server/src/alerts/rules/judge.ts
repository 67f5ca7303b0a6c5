import { MINUTE_MS } from '@kenny/kernel';
import type { Fact } from './fact.js';
import { keyOf } from './fact.js';
import type { NewAlert } from './alert.js';
import { BURSTS, burstDue, noteBurst, type BurstState } from './burst-rule.js';
import { checkDue, noteCheck, type CheckState } from './check-rule.js';
import { approvalWords, awayWords, burstWords, checkWords, type Names } from './words.js';

/** So long an approval waits before people who are not here are told: who is here decides it. */
export const APPROVAL_WAIT_MS = 2 * MINUTE_MS;

/** The last fact with what its rule remembers: one row for each key. */
export interface RuleRow {
  readonly key: string;
  readonly fact: Fact;
  readonly state: CheckState | BurstState | { readonly hours: number } | null;
  readonly due_at: number | null;
}

/** What is to be stored under the key (null: nothing), and what is to be told. */
export interface Judged {
  readonly row: RuleRow | null;
  readonly alert?: NewAlert;
}

/** What a fact means, given what is known. Pure: the same facts say the same, whenever it is run. */
export function judge(known: RuleRow | undefined, fact: Fact, names: Names, at: number): Judged {
  const key = keyOf(fact);
  switch (fact.name) {
    case 'check': {
      const step = noteCheck(known?.state as CheckState | undefined, fact, at);
      const { next, told } = step;
      const row = next && { key, fact, state: next.state, due_at: next.due_at };
      return { row, ...(told ? { alert: checkWords(fact, told, names) } : {}) };
    }
    case 'presence': {
      const before = (known?.state as { hours: number } | undefined)?.hours ?? 0;
      const row = fact.hours > 0 ? { key, fact, state: { hours: fact.hours }, due_at: null } : null;
      if (fact.hours === before) return { row };
      return { row, alert: awayWords(fact, before, names, at) };
    }
    case 'approval':
      // At once to browsers, which show nothing while somebody looks at kenny.
      return {
        row: { key, fact, state: null, due_at: at + APPROVAL_WAIT_MS },
        alert: { ...approvalWords(fact, names), to: 'browsers' },
      };
    case 'decided':
      return { row: null };
    case 'burst': {
      const step = noteBurst(known?.state as BurstState | undefined, fact, BURSTS[fact.kind], at);
      const { next, told } = step;
      const row = next && { key, fact, state: next.state, due_at: next.due_at };
      return { row, ...(told ? { alert: burstWords(fact, told, names) } : {}) };
    }
  }
}

/**
 * The time that a row waited for has come.
 * @param isPending whether an approval still waits
 */
export function judgeDue(
  row: RuleRow,
  names: Names,
  isPending: (approvalId: string) => boolean,
  at: number,
): Judged {
  const { key, fact } = row;
  switch (fact.name) {
    case 'check': {
      const { next, told } = checkDue(row.state as CheckState, at);
      return {
        row: next && { key, fact, state: next.state, due_at: next.due_at },
        ...(told ? { alert: checkWords(fact, told, names) } : {}),
      };
    }
    case 'presence':
      return { row: { ...row, due_at: null } };
    case 'approval':
      return {
        row: null,
        ...(isPending(fact.id) ? { alert: { ...approvalWords(fact, names), to: 'channels' } } : {}),
      };
    case 'decided':
      return { row: null };
    case 'burst': {
      const { next, told } = burstDue(row.state as BurstState, BURSTS[fact.kind], at);
      return {
        row: next && { key, fact, state: next.state, due_at: next.due_at },
        ...(told ? { alert: burstWords(fact, told, names) } : {}),
      };
    }
  }
}
