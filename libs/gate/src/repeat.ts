import { DENIED_REUSE_MS } from '@kenny/contract/agent';
import { MINUTE_MS } from '@kenny/kernel';
import { isRequester } from './deciders.js';
import { isOverdue, type GateRecord, type Moment } from './record.js';

/** How long an unknown outcome answers repetitions, so that impatience runs nothing twice. */
export const UNKNOWN_REUSE_MS = 15 * MINUTE_MS;
/** How long an outcome is kept for its requester. */
export const OUTCOME_REUSE_MS = 15 * MINUTE_MS;

/** Until when a read's result is kept for its requester, epoch ms; null without one. */
export function keptUntil({ kind, outcome, state_since }: GateRecord): number | null {
  return kind === 'read' && outcome?.result ? state_since + OUTCOME_REUSE_MS : null;
}

/** How a call that the same principal has made before is answered (design §5). */
export type RepeatVerdict =
  /** This approval stands for the repetition. */
  | { readonly kind: 'reuse'; readonly approval: GateRecord }
  /** The call ran: hand over this outcome after the event `hand_over`. */
  | { readonly kind: 'hand_over_outcome'; readonly approval: GateRecord }
  /** Refuse with code `denied` and the reason in the approval's last decision. */
  | { readonly kind: 'denied'; readonly approval: GateRecord }
  /** Open a new approval that names the earlier one. */
  | { readonly kind: 'fresh'; readonly previous: string | null };

/**
 * @param previous the newest approval with the call's `repeat_key`, if there is one
 * @param principalKey who is asking now; another's approval never answers
 */
export function repeatRule(
  previous: GateRecord | undefined,
  principalKey: string,
  now: Moment,
): RepeatVerdict {
  if (!previous || previous.principal_key !== principalKey)
    return { kind: 'fresh', previous: null };
  const fresh = { kind: 'fresh', previous: previous.id } as const;
  switch (previous.state) {
    case 'pending':
      return isOverdue(previous, now) ? fresh : { kind: 'reuse', approval: previous };
    case 'approved':
      return isOverdue(previous, now) || previous.boot !== now.boot
        ? fresh
        : { kind: 'reuse', approval: previous };
    case 'sent':
      return { kind: 'reuse', approval: previous };
    case 'unknown':
      return isWithin(previous, UNKNOWN_REUSE_MS, now)
        ? { kind: 'reuse', approval: previous }
        : fresh;
    case 'done':
    case 'failed':
      return previous.handed_out_at === null && isWithin(previous, OUTCOME_REUSE_MS, now)
        ? { kind: 'hand_over_outcome', approval: previous }
        : fresh;
    case 'denied':
      return isWithin(previous, DENIED_REUSE_MS, now) && !isOwnNo(previous)
        ? { kind: 'denied', approval: previous }
        : fresh;
    default:
      return fresh;
  }
}

/** True of a person who denied their own request: they have nobody to ask before they try again. */
export function isOwnNo(record: GateRecord): boolean {
  const no = record.decisions.at(-1);
  return no?.by.kind === 'operator' && isRequester(record, no.by);
}

/** A clock that was set back makes the window longer, never a call run twice. */
function isWithin({ state_since }: GateRecord, window: number, now: Moment): boolean {
  return now.wall - state_since < window;
}
