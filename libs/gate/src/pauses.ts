import type { ApprovalState } from '@kenny/contract/agent';
import { canonicalText } from '@kenny/kernel';
import { createHash } from 'node:crypto';

/** After so many denials in a row the requester is paused until a person resumes it. */
export const DENIALS_IN_A_ROW = 3;

export interface AskedBy {
  readonly principal_key: string;
  /** Of an MCP client or a conversation; null for who has none. */
  readonly session_id: string | null;
  readonly token_id: string | null;
}

/** What is paused as one: a conversation, an MCP session, else a token. */
export function requesterId({ principal_key, session_id, token_id }: AskedBy): string {
  const text = canonicalText({ principal_key, session_id, token_id: session_id ? null : token_id });
  return `rqr_${createHash('sha256').update(text, 'utf8').digest('hex').slice(0, 24)}`;
}

/** States after an approval or a denial. */
export const DECIDED_STATES: readonly ApprovalState[] = [
  ...(['denied', 'approved', 'sent', 'unknown', 'done', 'failed', 'not_run', 'lapsed'] as const),
];

/**
 * @param newest - decisions on one requester's calls, newest first
 * @param releasedAt - when a person last resumed it: only later decisions count
 */
export function isRowOfDenials(
  newest: readonly { readonly state: ApprovalState; readonly decided_at: number }[],
  releasedAt: number | null,
): boolean {
  const row = newest.slice(0, DENIALS_IN_A_ROW);
  return (
    row.length === DENIALS_IN_A_ROW &&
    row.every(
      ({ state, decided_at }) =>
        state === 'denied' && (releasedAt === null || decided_at > releasedAt),
    )
  );
}
