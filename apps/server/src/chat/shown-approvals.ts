import { principalKey, type Principal } from '../kernel/index.js';
import { CHAT_COST } from './limits.js';

/**
 * Which approval each caller was shown last in a conversation. A confirmation that does not say what
 * it confirms counts for that one, once (design §5); after a restart nothing was shown.
 */
export class ShownApprovals {
  private readonly shown = new Map<string, string>();

  note(principal: Principal, sessionId: string, approvalId: string | null): void {
    const key = keyOf(principal, sessionId);
    this.shown.delete(key);
    if (approvalId === null) return;
    this.shown.set(key, approvalId);
    const [oldest] = this.shown.keys();
    if (this.shown.size > CHAT_COST.shown && oldest !== undefined) this.shown.delete(oldest);
  }

  /** Counts once. */
  take(principal: Principal, sessionId: string): string | null {
    const key = keyOf(principal, sessionId);
    const approvalId = this.shown.get(key) ?? null;
    this.shown.delete(key);
    return approvalId;
  }
}

/** By token as well: what the phone has shown, the laptop has not. */
function keyOf(principal: Principal, sessionId: string): string {
  return `${sessionId} ${principal.token_id ?? ''} ${principalKey(principal)}`;
}
