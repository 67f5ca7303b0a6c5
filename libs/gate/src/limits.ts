import type { Refusal } from './events.js';

/** Limits of pending approvals: a flood would teach people to click yes (design §5). */
export const MAX_PENDING_PER_REQUESTER = 5;
export const MAX_PENDING_PER_PC = 20;

export interface PendingCounts {
  readonly byRequester: number;
  readonly byPc: number;
}

/** Why one more pending approval is too many; undefined when there is room. */
export function refuseFlood({ byRequester, byPc }: PendingCounts): Refusal | undefined {
  if (byRequester >= MAX_PENDING_PER_REQUESTER) {
    return flood(`${byRequester} of your calls wait for a decision; have those decided first`);
  }
  if (byPc >= MAX_PENDING_PER_PC) {
    return flood(`${byPc} calls for this PC wait for a decision; have those decided first`);
  }
  return undefined;
}

function flood(message: string): Refusal {
  return { ok: false, code: 'rate_limited', message };
}
