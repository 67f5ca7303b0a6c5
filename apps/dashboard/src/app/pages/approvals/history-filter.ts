import type { ApprovalState, ApprovalView } from '@kenny/contract/web';

/** How requests end, as people look for them, and the states that this means. */
export const OUTCOMES = {
  ran: { words: 'Ran', states: ['done', 'failed', 'unknown', 'sent', 'approved'] },
  denied: { words: 'Denied', states: ['denied'] },
  nothing: { words: 'Never ran', states: ['expired', 'lapsed', 'not_run'] },
  /** Looked at, mostly, and thought better of: shown to who asks for them. */
  withdrawn: { words: 'Withdrawn', states: ['cancelled'] },
} as const satisfies Record<string, { words: string; states: readonly ApprovalState[] }>;
export type Outcome = keyof typeof OUTCOMES;

const USUAL = [...OUTCOMES.ran.states, ...OUTCOMES.denied.states, ...OUTCOMES.nothing.states];

/** Which requests of the past are shown; from the address. */
export interface HistoryFilter {
  readonly pc?: string | undefined;
  readonly by?: string | undefined;
  readonly outcome?: string | undefined;
}

export function isOutcome(word: string | undefined): word is Outcome {
  return word !== undefined && Object.hasOwn(OUTCOMES, word);
}

export function fits(
  { agent_id, requested_by, decisions, state }: ApprovalView,
  { pc, by, outcome }: HistoryFilter,
): boolean {
  const people = [requested_by.id, ...decisions.map((decision) => decision.by.id)];
  const states: readonly ApprovalState[] = isOutcome(outcome) ? OUTCOMES[outcome].states : USUAL;
  return (
    (pc === undefined || agent_id === pc) &&
    (by === undefined || people.includes(by)) &&
    states.includes(state)
  );
}
